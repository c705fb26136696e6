import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { certificationExitCode } from '../cli/commands/certify/verdict.ts'
import { reportSchema } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { runs } from '../contract/testing/sample.fixture.ts'
import { completeScenario, SCENARIOS } from '../fixtures/scenarios.ts'
import { journalText, type Recording, type RunHead } from './journal.ts'
import { judgeJournal, judgeTrials } from './judge.ts'
import { RULES_VERSION } from './rules.ts'
import { secretTrialsOf } from './testing/certification.fixture.ts'
import { clientJournal } from './testing/client-journal.fixture.ts'
import { clientOf } from './testing/clients.fixture.ts'
import { answer, exchange } from './testing/exchange.fixture.ts'
import { HEAD, recordings } from './testing/journal.fixture.ts'

function judged({ head, trials }: Recording, changed: Partial<RunHead> = {}) {
  const recording = { head: { ...head, rules: RULES_VERSION, ...changed }, trials }
  return judgeJournal(journalText(recording))
}

test('judging a recording again gives the same report as the run itself', () => {
  fc.assert(
    fc.property(recordings, (recording) => {
      const { head, trials } = recording
      const startedAt = Date.parse(head.startedAt)
      const facts = { ...head, startedAt, mode: 'TEST', digest: null }
      const live = { ...judgeTrials(trials, head.profile, facts), seal: null }
      const [once, again] = [judged(recording), judged(recording)]
      expect(JSON.stringify(again)).toBe(JSON.stringify(once))
      const { scenarioTable, message } = once.report
      expect(scenarioTable?.builtIn).toBe(false)
      expect({ ...once.report, seal: null }).toEqual({ ...live, message, scenarioTable })
      expect(reportSchema.parse(once.report)).toEqual(once.report)
    }),
    { numRuns: runs({ sample: 20, full: 100 }) },
  )
})

const [SAMPLE] = fc.sample(
  recordings.filter(({ trials }) => trials.length === 3),
  { numRuns: 1, seed: 3 },
) as [Recording]

test('an interrupted run says why, and is not kept', () => {
  const { report, isCertified } = judged(SAMPLE, { ending: 'The run was interrupted.' })
  expect(report.message).toMatch(/^The run was interrupted\./)
  expect(report.outcome).not.toBe('kept')
  expect(isCertified).toBe(false)
})

test('a run of some scenarios is neither whole nor certified', () => {
  const planned = HEAD.planned.slice(1)
  const trials = SAMPLE.trials.slice(1)
  const { isWhole, isCertified } = judged({ head: SAMPLE.head, trials }, { planned })
  expect({ isWhole, isCertified }).toEqual({ isWhole: false, isCertified: false })
})

describe('a recording with every planned scenario kept', () => {
  const certified = (scenarios: readonly Scenario[], changed: Partial<RunHead> = {}) => {
    const { cards, trials } = secretTrialsOf(clientOf({}), scenarios)
    const planned = scenarios.map(({ sku }) => sku)
    return judged({ head: HEAD, trials }, { scenarios: [...scenarios], planned, cards, ...changed })
  }
  const own = completeScenario({
    sku: 'OWN-CARD',
    name: 'one of ours',
    story: 'Ours.',
    course: { processing: [], settles: 'success' },
  })
  const replaced = (sku: string) =>
    SCENARIOS.map((one) => (one.sku === sku ? { ...own, clauses: one.clauses, sku } : one))

  test('is a certificate for the built-in scenarios, with or without scenarios of the user', () => {
    const [plain, more] = [certified(SCENARIOS), certified([...SCENARIOS, own])]
    expect([plain.isCertified, more.isCertified]).toEqual([true, true])
    expect(plain.report.scenarioTable?.builtIn).toBe(true)
    expect(more.report.scenarioTable?.digest).not.toBe(plain.report.scenarioTable?.digest)
  })

  test('is no certificate if the cards have the names of their scenarios, since the client could read what happens', () => {
    const trials = SCENARIOS.map((scenario) => clientJournal(scenario, clientOf({})))
    const planned = SCENARIOS.map(({ sku }) => sku)
    const same = Object.fromEntries(planned.map((sku) => [sku, sku]))
    for (const cards of [undefined, same]) {
      const head = { scenarios: [...SCENARIOS], planned, cards }
      const { isCertified, isWhole, report } = judged({ head: HEAD, trials }, head)
      expect({ isCertified, isWhole, outcome: report.outcome }).toEqual({
        isCertified: false,
        isWhole: false,
        outcome: 'incomplete',
      })
      expect(report.message).toContain('each had the name of its scenario')
    }
  })

  test.each([
    ['another built-in scenario', replaced('SCENARIO-CLOSED')],
    ['a cheaper built-in scenario', SCENARIOS.map((one) => ({ ...one, price: Math.min(one.price, 2500) }))],
    ['a missing built-in scenario', SCENARIOS.slice(1)],
  ] as const)('is no certificate with %s, and says why', (_, scenarios) => {
    const { isCertified, isWhole, report } = certified(scenarios)
    expect({ isCertified, isWhole, outcome: report.outcome }).toEqual({
      isCertified: false,
      isWhole: false,
      outcome: 'incomplete',
    })
    expect(report.message).toMatch(
      /A certificate requires every built-in scenario as it is\. This run changed or left out SCENARIO-[A-Z-]+:/,
    )
    expect(certificationExitCode({ report, isWhole })).toBe(0)
  })
})

test('the exit code follows the outcome, but a partial run exits with 0 if every scenario in it is kept', () => {
  const { report } = judged(SAMPLE)
  const [scenario] = report.scenarios ?? []
  if (scenario === undefined) throw new Error('There is a scenario in the sample.')
  const exitCode = (isWhole: boolean, outcome: 'broken' | 'incomplete' | 'kept', of: 'kept' | 'incomplete') =>
    certificationExitCode({
      report: { ...report, outcome, scenarios: [{ ...scenario, outcome: of }] },
      isWhole,
    })
  expect([
    exitCode(true, 'kept', 'kept'),
    exitCode(true, 'broken', 'kept'),
    exitCode(true, 'incomplete', 'kept'),
    exitCode(false, 'incomplete', 'kept'),
    exitCode(false, 'incomplete', 'incomplete'),
    exitCode(false, 'broken', 'kept'),
  ]).toEqual([0, 1, 4, 0, 4, 1])
  expect(
    certificationExitCode({ report: { ...report, outcome: 'incomplete', scenarios: [] }, isWhole: false }),
  ).toBe(4)
})

test('an error of the mock is not a verdict on the client', () => {
  const response = answer({ type: 'urn:partner-purchase:problem:mock-fault' }, 500)
  const [first, ...rest] = SAMPLE.trials
  if (first === undefined) throw new Error('There is a trial in the sample.')
  const trials = [{ ...first, exchanges: [exchange({ response })] }, ...rest]
  expect(judged({ head: SAMPLE.head, trials }).report).toMatchObject({
    outcome: 'harness-fault',
    message: expect.stringContaining(`it failed to answer in ${first.scenario.sku}.`),
  })
})
