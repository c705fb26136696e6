import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { judgeTrials } from '../../../../certification/judge-journal.ts'
import { FACTS } from '../../../../certification/testing/certification.fixture.ts'
import { clientJournal } from '../../../../certification/testing/client-journal.fixture.ts'
import { systemClock } from '../../../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../../../contract/profile/profile-defaults.ts'
import type { ScenarioInput } from '../../../../contract/scenario/scenario.ts'
import { completeScenario, SCENARIOS } from '../../../../fixtures/scenarios.ts'
import { RemainingTime } from './live-list.ts'
import { processProgress } from './process-progress.ts'

/** What is printed of clients that end after a ping, each with what it wrote. */
function printed(...written: readonly string[]): string {
  const stdout = new PassThrough()
  const io = {
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    env: {},
    clock: systemClock,
    onSignal: () => () => {},
  }
  const { show, close } = processProgress(io, () => '')
  show({ event: 'begun', scenarios: SCENARIOS, of: SCENARIOS.length })
  for (const [index, stderr] of written.entries()) {
    const scenario = SCENARIOS[index]
    if (scenario === undefined) throw new Error('There are not so many scenarios.')
    const trial = clientJournal(scenario, (client) => client.ping().status)
    const report = judgeTrials([trial], DEFAULT_PROFILE, FACTS).scenarios?.[0] ?? null
    show({ event: 'ended', sku: scenario.sku, report, clauses: [], stderr })
  }
  close()
  // On Node 26 a read takes one chunk, and on older ones everything.
  const chunks: unknown[] = []
  for (let chunk = stdout.read(); chunk !== null; chunk = stdout.read()) chunks.push(chunk)
  return chunks.join('')
}

test('a client that ends with the same error each time has it shown once, without its stack', () => {
  const text = printed(
    'Error: no key 7f3c01aa\n    at client.mjs:1:1\n',
    'Error: no key 90ab12cd\n    at client.mjs:1:1\n',
    'Error: another\n',
  )
  expect(text.match(/it wrote: .*/g)).toEqual([
    'it wrote: Error: no key 7f3c01aa',
    'it wrote: Error: another',
  ])
  expect(text.match(/no purchase; the last request was GET \/ping → 200/g)).toHaveLength(3)
})

/** A scenario that takes so many seconds. */
const lasting = (forSeconds: number, faults: ScenarioInput['faults'] = []) =>
  completeScenario({
    faults,
    sku: `S${forSeconds}`,
    name: 'a card',
    story: 'It is settled.',
    course: { processing: [{ forSeconds, pollAfterSeconds: 1 }], settles: 'success' },
  })

const TABLE = [lasting(2), lasting(10), lasting(4)]

/** A run whose client takes a second to start, as its preflight showed. */
function afterPreflight(jobs?: number): RemainingTime {
  const time = new RemainingTime(TABLE, jobs)
  time.start('preflight', 0)
  time.see('preflight', 1_000)
  time.end('preflight')
  return time
}

test('side by side, a run takes as long as its longest scenario, and starts come one after another', () => {
  expect(afterPreflight().seconds(1_000)).toBe(11)
  const manyShort = new RemainingTime(Array.from({ length: 30 }, (_, index) => lasting(1 + index / 100)))
  manyShort.start('preflight', 0)
  manyShort.see('preflight', 1_000)
  expect(manyShort.seconds(1_000)).toBeGreaterThanOrEqual(31)
})

test('one after another, it takes as long as all of them', () => {
  expect(afterPreflight(1).seconds(1_000)).toBe(2 + 10 + 4 + 3)
})

test('what has passed is not left, and a scenario that takes longer is about to end', () => {
  const time = afterPreflight()
  for (const { sku } of TABLE) time.start(sku, 1_000)
  for (const { sku } of TABLE) time.see(sku, 2_000)
  expect(time.seconds(6_000)).toBe(6)
  time.end('S2')
  time.end('S4')
  expect(time.seconds(100_000)).toBe(1)
})

test('an answer that stalls for longer than clients wait is not waited for', () => {
  const stalls = [{ at: 'after-recording', does: { kind: 'stall', seconds: 90 } }] as const
  expect(new RemainingTime([lasting(1, stalls)]).seconds(0)).toBeLessThan(15)
})
