import { hash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { judgeJournal } from '../../../certification/judge.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Dropped } from '../../../contract/wire/dropped.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { createMock } from '../../../mock-server/app.ts'
import { MOST_OF_KEY } from '../../../mock-server/journal/journal.ts'
import { openStore } from '../../../mock-server/open-store.ts'
import type { ClauseJudgement, StateOptions } from '../../../mock-server/sandbox/mock.ts'
import { newFile } from '../../../mock-server/store/new-file.fixture.ts'
import { inProcess, openSandbox } from '../../../mock-server/testing/behaviour/sandbox.fixture.ts'
import { judgeHistory, recordHistory } from './judge-history.ts'

type Judgement = {
  readonly omitted: number
  readonly dropped: Dropped | null
  readonly gaps: readonly string[]
  readonly clauses: readonly ClauseJudgement[]
}

function mockWith(options: StateOptions = {}, key?: string) {
  const mock = createMock({
    ...options,
    judge: async (history) => judgeHistory(history),
    record: async (history, baseUrl) => recordHistory(history, baseUrl),
  })
  const sandbox = openSandbox(inProcess(mock.app), key === undefined ? {} : { key })
  const digest = hash('sha256', sandbox.key)
  const read = (path: string) => mock.app.request(`/__mock/${path}?key=${digest}`)
  return {
    mock,
    sandbox,
    judgement: async () => (await (await read('judgement')).json()) as Judgement,
    recording: () => read('recording.jsonl'),
    own: (path: string) => sandbox.get(`/__mock/${path}`),
  }
}

test('a key whose purchase was dropped reads that, and not that it bought nothing', async () => {
  const { mock, sandbox, judgement, recording, own } = mockWith()
  await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-AT-ONCE', 'SHOP:1')
  const [first, second] = mock.journal()
  for (let call = 0; call < MOST_OF_KEY; call += 1) await sandbox.get('/ping')

  const dropped = { count: 2, from: first?.at, to: second?.at }
  const { exchanges: left, ...journal } = (await (await own('journal')).json()) as { exchanges: Exchange[] }
  expect([left.length, journal]).toEqual([MOST_OF_KEY, { dropped }])
  expect(mock.dropped(sandbox.key)).toEqual(dropped)
  const lines = (await (await own('journal.jsonl')).text()).trim().split('\n')
  expect([lines.length, JSON.parse(lines[0] ?? '')]).toEqual([MOST_OF_KEY + 1, { dropped }])

  const words = `2 earlier exchanges were dropped from the journal: what arrived from ${first?.at} to ${second?.at}.`
  const { clauses, ...said } = await judgement()
  const lookedAt = expect.stringContaining('Only the latest 1000 exchanges are looked at')
  expect(said).toMatchObject({ omitted: 1_002, dropped, gaps: [words, lookedAt] })
  for (const { verdict, message } of clauses) {
    expect(verdict).toBe('not-observed')
    expect(message).not.toContain('Nothing was bought with this key yet')
  }
  expect(clauses.filter(({ message }) => message?.includes(words)).length).toBeGreaterThan(5)
  const refused = await recording()
  expect([refused.status, await refused.json()]).toEqual([404, { error: expect.stringContaining(words) }])
})

test('where exchanges were dropped, a recording says it when it is judged, and so does a wait that can not end; a reset ends that', async () => {
  const { mock, sandbox, judgement, recording, own } = mockWith()
  for (let call = 0; call < MOST_OF_KEY + 10; call += 1) await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-AT-ONCE', 'SHOP:1')
  const { message, outcome } = judgeJournal(await (await recording()).text()).report
  expect(outcome).toBe('incomplete')
  expect(message).toContain('11 earlier exchanges were dropped from the journal')
  const waited = await own('journal/wait?count=2010&timeoutSeconds=0')
  expect(await waited.json()).toMatchObject({
    error: expect.stringContaining('11 earlier exchanges were dropped'),
    dropped: { count: 11 },
  })
  await mock.reset(sandbox.key)
  expect(await judgement()).toMatchObject({ omitted: 0, dropped: null, gaps: [] })
  expect(await (await recording()).json()).toEqual({
    error: expect.stringContaining('Nothing was bought with this key yet'),
  })
})

test('an order of an earlier mock over the same store is no purchase that never was', async () => {
  const store = await openStore(`sqlite:${newFile()}`)
  onTestFinished(() => store.close())
  const { key, buy } = mockWith({ store }).sandbox
  await buy('SCENARIO-AT-ONCE', 'SHOP:1')
  const { judgement } = mockWith({ store }, key)
  const { omitted, gaps } = await judgement()
  expect([omitted, gaps]).toEqual([
    1,
    [expect.stringContaining('an order that this journal has no purchase of')],
  ])
})

function later(exchange: Exchange, byMs: number): Exchange {
  const { at, arrivedMs, response, delivery } = exchange
  return {
    ...exchange,
    at: new Date(Date.parse(at) + byMs).toISOString(),
    arrivedMs: arrivedMs + byMs,
    response: response && { ...response, answeredMs: response.answeredMs + byMs },
    delivery: delivery && { ...delivery, atMs: delivery.atMs + byMs },
  }
}

/** Its waits are those of a clock that is advanced: what passes between its calls may be nothing, or what a busy machine adds. */
test.each<[when: string, lateMs: (index: number) => number]>([
  ['at once', () => 0],
  ['100 ms apart', (index) => index * 100],
  ['with a pause before the last', (index) => (index === 21 ? 1_500 : 0)],
])('calls %s break nothing where any part of the beginning was dropped', async (_, lateMs) => {
  const { mock, sandbox } = mockWith({})
  const clock = mock.clockOf(sandbox.key)
  await sandbox.get('/ping')
  await sandbox.get('/products')
  for (const [sku, reference] of [
    ['SCENARIO-PROCESSING', 'SHOP:1'],
    ['SCENARIO-AT-ONCE', 'SHOP:2'],
    ['SCENARIO-UNAVAILABLE-AFTER', 'SHOP:3'],
    ['SCENARIO-FAILS', 'SHOP:4'],
  ] as const) {
    await sandbox.get(`/products/${sku}/price`)
    await sandbox.get('/balance')
    await sandbox.buy(sku, reference)
    await sandbox.buy(sku, reference)
    await clock.advance(60)
    await sandbox.lookUp(reference)
  }
  const all = mock.journal().map((exchange, index) => later(exchange, lateMs(index)))
  for (let first = 0; first < all.length; first += 1) {
    const exchanges = all.slice(first)
    const clauses = judgeHistory({
      exchanges,
      omitted: first,
      gaps: [],
      profile: DEFAULT_PROFILE,
      scenarios: SCENARIOS,
      openingBalance: 500_000,
      endedAt: Date.parse(all.at(-1)?.at ?? '') + 1,
      isClockChanged: true,
    })
    const broken = clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
    expect({ first, broken }).toEqual({ first, broken: [] })
  }
})
