import { expect, test } from 'vitest'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { FAIR_WEATHER } from '../run/target.ts'
import { judgeServer } from './judge-server.ts'
import { ALL_CONFORMING, judgeAll } from './matrix.ts'
import { WEATHER } from './weather/weather.ts'

const TRIED_WEATHER = sampleOf(WEATHER, 3)
const SERVERS = [...ALL_CONFORMING, ...TRIED_WEATHER]

test('there are 117 conforming servers, and 58 in all kinds of weather', () => {
  expect([ALL_CONFORMING.length, WEATHER.length]).toEqual([117, 58])
  expect(new Set([...ALL_CONFORMING, ...WEATHER].map(({ name }) => name)).size).toBe(175)
})

const judged = new Map((await judgeAll(SERVERS)).map((one) => [one.server.name, one]))

test.each(SERVERS)('$name: no clause is broken', ({ name }) => {
  const { blamed, conditions, report } = judged.get(name) ?? {}
  const ties = report?.clauses.filter(({ either }) => either !== undefined)
  expect({ blamed, conditions, ties }).toEqual({ blamed: [], conditions: [], ties: [] })
})

test.each(TRIED_WEATHER.filter(({ endsKept }) => endsKept))('$name: a run sees through it', ({ name }) => {
  expect(judged.get(name)?.report.outcome).toBe('kept')
})

test.each(TRIED_WEATHER.filter(({ endsKept }) => !endsKept))(
  '$name: a run says that it needs a key for itself',
  ({ name }) => {
    const remarks = judged.get(name)?.report.remarks.map(({ message }) => message)
    expect(remarks?.join(' ')).toMatch(/another caller spends on this key, .*A run needs a key for itself/)
  },
)

const NAMED = [
  'a reference has letters, digits, colons and hyphens (400)',
  'a reference has up to 27 characters (400)',
  'no chunked body is taken (411)',
  'headers have up to 160 characters (431)',
]

test.each(NAMED)('%s: the run ends kept, and names that limit', (name) => {
  const report = judged.get(name)?.report
  expect(report?.outcome).toBe('kept')
  const differing = report?.assumptions.filter(({ verdict }) => verdict === 'differs')
  expect(differing?.map(({ gap }) => gap)).toEqual([
    name.includes('reference') ? 'reference-limits' : 'request-forms',
  ])
  expect(differing?.[0]?.message).toMatch(
    /references\.\w+ of the profile|requests\.\w+ is false|no line for it/,
  )
})

/** Keys that are the run's own with a character more, less, or another one: 50 ms apart, since a service locks out. */
const MOST_ALTERED_KEYS = 12

test('of the mock itself every check is kept, by what a run in fair weather sends, which does not name the kit', async () => {
  const { report, history } = await judgeServer({ change: () => (request, forward) => forward(request) })
  const checks = report.clauses.flatMap((clause) => clause.checks)
  expect(checks.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
  expect({ remarks: report.remarks, sent: report.purchases?.sent }).toEqual({
    remarks: [],
    sent: FAIR_WEATHER,
  })
  const altered = history.entries.filter(({ key, exchange: { request } }) => {
    const { Authorization = '', authorization = Authorization } = request.headers
    return key === 'nobody' || (key === 'invalid' && /\S+ \S/.test(authorization))
  })
  expect(altered.length).toBeLessThanOrEqual(MOST_ALTERED_KEYS)
  expect(altered.length).toBeGreaterThan(0)
  const sent = history.entries.map(({ exchange: { request } }) =>
    JSON.stringify(request).replaceAll('pk_test_', ''),
  )
  expect(sent.filter((text) => /\bkit\b|\btest|verify|suite|partner-purchase/i.test(text))).toEqual([])
})
