import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeJournal } from '../../../certification/judge.ts'
import { createMock } from '../../../mock-server/app.ts'
import type { KeyClock } from '../../../mock-server/sandbox/control.ts'
import type { ClauseJudgement } from '../../../mock-server/sandbox/mock.ts'
import { inProcess, openSandbox } from '../../../mock-server/testing/behaviour/sandbox.fixture.ts'
import { judgeHistory, recordHistory } from './judge-history.ts'

function judgedMock(omitted = 0) {
  const mock = createMock({
    judge: async (history) => judgeHistory({ ...history, omitted: history.omitted + omitted }),
    record: async (history, baseUrl) => recordHistory(history, baseUrl),
  })
  const sandbox = openSandbox(inProcess(mock.app))
  const asked = (path: string, more = '') =>
    mock.app.request(`/__mock/${path}?key=${hash('sha256', sandbox.key)}${more}`)
  const judgement = async (more?: string) => {
    const answer = await asked('judgement', more)
    const { clauses } = (await answer.json()) as { clauses: readonly ClauseJudgement[] }
    return (id: string) => clauses.find((clause) => clause.id === id)
  }
  return { mock, sandbox, judgement, asked, recording: () => asked('recording.jsonl') }
}

test('before anything is bought with a key, no clause is kept or broken', async () => {
  const { mock, sandbox, judgement } = judgedMock()
  await sandbox.get('/ping')
  await openSandbox(inProcess(mock.app)).buy('SCENARIO-AT-ONCE')
  const clause = await judgement()
  expect(clause('ping-first')).toMatchObject({
    verdict: 'not-observed',
    message: expect.stringContaining('bought'),
  })
})

test('a clause is kept, broken with the moment, or not yet seen, as the calls come', async () => {
  const { mock, sandbox, judgement } = judgedMock()
  await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-PROCESSING', 'SHOP:1')
  const before = await judgement()
  expect(before('ping-first')).toMatchObject({ verdict: 'kept', message: null, breaks: [], brokenAt: null })
  expect(before('balance-before-purchase')).toMatchObject({ verdict: 'broken', level: 'should' })
  expect(before('waits-poll-after')).toMatchObject({ verdict: 'not-observed' })
  await sandbox.lookUp('SHOP:1')
  const early = mock.journal({ operation: 'lookupOrder' })[0]
  const broken = (await judgement())('waits-poll-after')
  expect(broken).toMatchObject({ verdict: 'broken', breaks: [early?.seq], brokenAt: early?.at })
})

test('a card that no scenario is about is judged as well', async () => {
  const { mock, sandbox, judgement } = judgedMock()
  const { data } = (await (await sandbox.get('/products')).json()) as {
    data: { products: { sku: string }[] }
  }
  const sku = data.products.map((product) => product.sku).find((one) => !one.startsWith('SCENARIO'))
  await sandbox.buy(sku ?? '', 'SHOP:1')
  expect((await judgement())('sku-from-catalogue')?.verdict).toBe('kept')
  expect(mock.journal()).toHaveLength(2)
})

test.each<[change: string, (clock: KeyClock) => Promise<void>]>([
  ['moved', (clock) => clock.advance(60)],
  ['stopped', (clock) => clock.freeze()],
  ['sped up', (clock) => clock.run(1.1)],
])('where the clock of the key was %s, its waits are not judged', async (_, change) => {
  const { mock, sandbox, judgement, recording } = judgedMock()
  await sandbox.buy('SCENARIO-PROCESSING', 'SHOP:1')
  await change(mock.clockOf(sandbox.key))
  await sandbox.lookUp('SHOP:1')
  expect((await judgement())('waits-poll-after')).toMatchObject({
    verdict: 'not-observed',
    message: expect.stringContaining('clock of this key was changed'),
  })
  const { report } = judgeJournal(await (await recording()).text())
  expect(report.message).toContain('The clock of the key was changed')
})

test('where earlier calls are left out, what came before a purchase is neither kept nor broken', async () => {
  const { sandbox, judgement } = judgedMock(1)
  await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-AT-ONCE')
  const clause = await judgement()
  for (const id of ['ping-first', 'balance-before-purchase'])
    expect(clause(id)).toMatchObject({
      verdict: 'not-observed',
      message: expect.stringContaining('beginning'),
    })
  expect(clause('exactly-two-fields')?.verdict).toBe('kept')
})

test('what came after a mark is judged alone, as a beginning', async () => {
  const { mock, sandbox, judgement, asked } = judgedMock()
  await sandbox.buy('SCENARIO-PROCESSING', 'SHOP:1')
  expect((await judgement())('ping-first')?.verdict).toBe('broken')
  const mark = mock.journal().at(-1)?.seq ?? -1
  const nothing = await judgement(`&from=${mark}`)
  expect(nothing('ping-first')?.verdict).toBe('not-observed')
  await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-AT-ONCE', 'SHOP:2')
  const clause = await judgement(`&from=${mark}`)
  expect(clause('ping-first')?.verdict).toBe('kept')
  expect(clause('price-before-purchase')?.breaks).toEqual([mark + 2])
  for (const from of ['', '-1', 'now', '1.5'])
    expect((await asked('judgement', `&from=${from}`)).status, from).toBe(400)
})

test('what a key did is a recording that can be judged, and certifies nothing', async () => {
  const { sandbox, recording } = judgedMock()
  expect((await recording()).status).toBe(404)
  await sandbox.get('/ping')
  await sandbox.buy('SCENARIO-PROCESSING', 'SHOP:1')
  await sandbox.lookUp('SHOP:1')
  const text = await (await recording()).text()
  const { report, isCertified } = judgeJournal(text)
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]))
  expect([verdicts.get('ping-first'), verdicts.get('waits-poll-after')]).toEqual(['kept', 'broken'])
  expect(isCertified).toBe(false)
  expect(report.message).toContain('no run of a certification')
  expect(text).not.toContain(sandbox.key)
})
