import { expect, onTestFinished, test } from 'vitest'
import { traceOf } from '../../contract/wire/exchange-facts.ts'
import { newFile } from '../store/sqlite/new-file.fixture.ts'
import { sqliteStore } from '../store/sqlite/sqlite-store.ts'
import { inProcess, listeningMock, mockWithKey, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)+)\})? (-?[\d.e+-]+|\+Inf)$/
const META = /^# (TYPE|UNIT|HELP) ([a-z_]+) (.+)$/

/** Reads the text as https://github.com/prometheus/OpenMetrics says, and fails where it says otherwise. */
function readOpenMetrics(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  let family = ''
  for (const line of lines.slice(0, -2)) {
    const [, what, name = '', value = ''] = META.exec(line) ?? []
    if (what === 'TYPE') {
      expect(types.has(name)).toBe(false)
      types.set(name, value)
      family = name
    } else if (what !== undefined) {
      expect(name).toBe(family)
      if (what === 'UNIT') expect(family.endsWith(`_${value}`)).toBe(true)
    } else {
      const [, sample = '', labels = '', number] = SAMPLE.exec(line) ?? expect.fail(`not a sample: ${line}`)
      const suffixes = { counter: ['_total'], gauge: [''], histogram: ['_bucket', '_count', '_sum'] }
      const allowed = suffixes[types.get(family) as keyof typeof suffixes].map((suffix) => family + suffix)
      expect(allowed).toContain(sample)
      expect(samples.has(`${sample}{${labels}}`)).toBe(false)
      samples.set(`${sample}{${labels}}`, Number(number))
    }
  }
  return samples
}

test('the metrics of a mock before and after calls are OpenMetrics, and name no key and no partner', async () => {
  const store = sqliteStore(newFile())
  onTestFinished(() => store.close())
  const mock = listeningMock({ store, journal: { perKey: 3 } })
  const sandbox = openSandbox(inProcess(mock.app))
  const metrics = async () => {
    const answer = await mock.app.request('/__mock/metrics')
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
    return answer.text()
  }
  readOpenMetrics(await metrics())
  await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-AT-ONCE', 'SHOP:1')
  await sandbox.buy('SCENARIO-UNAVAILABLE', 'SHOP:2')
  await sandbox.get('/nowhere"\n}')
  const text = await metrics()
  const samples = readOpenMetrics(text)
  expect(Object.fromEntries(samples)).toMatchObject({
    'mock_exchanges_total{operation="ping",status="200",delivery="delivered"}': 1,
    'mock_exchanges_total{operation="createOrder",status="200",delivery="delivered"}': 1,
    'mock_exchanges_total{operation="createOrder",status="503",delivery="delivered"}': 1,
    'mock_exchanges_total{operation="none",status="404",delivery="delivered"}': 1,
    'mock_exchange_duration_seconds_count{operation="createOrder"}': 2,
    'mock_exchange_duration_seconds_bucket{operation="createOrder",le="+Inf"}': 2,
    'mock_store_duration_seconds_count{call="placeOrder"}': 1,
    'mock_faults_total{fault="refuse"}': 1,
  })
  expect(samples.get('mock_journal_bytes{}')).toBeGreaterThan(1_000)
  expect(text).not.toContain(sandbox.key)
  expect(text).not.toContain(mock.partnerOf(sandbox.key))
  expect(text).not.toContain('nowhere')
})

test('a call of the store that fails is counted', async () => {
  const store = sqliteStore(newFile())
  const { app } = listeningMock({ store, onFault: () => {} })
  await store.close()
  await openSandbox(inProcess(app))
    .balance()
    .catch(() => {})
  const samples = readOpenMetrics(await (await app.request('/__mock/metrics')).text())
  expect(samples.get('mock_store_failures_total{call="balance"}')).toBe(1)
})

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-later', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
  ['<script>', undefined],
])('the journal has the traceparent %s of a call', async (traceparent, traceId) => {
  const { mock, sandbox } = mockWithKey()
  await sandbox.call('GET', '/ping', { headers: { traceparent } })
  const [exchange] = mock.journal()
  expect(exchange?.request.headers.traceparent).toBe(traceparent)
  expect(exchange && traceOf(exchange)?.traceId).toBe(traceId)
})
