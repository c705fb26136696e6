import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certificationExitCode } from '../cli/certification/certification-exit-code.ts'
import { reportSchema } from '../contract/report/report.ts'
import { runs } from '../contract/testing/sample.fixture.ts'
import { HEAD, recordings } from './journal/journal.fixture.ts'
import type { Recording } from './journal/journal.ts'
import type { RunHead } from './journal/journal-schema.ts'
import { journalText } from './journal/journal-text.ts'
import { judgeJournal } from './judge-journal.ts'
import { judgeTrials } from './judge-trials.ts'
import { conclude } from './report/conclude.ts'
import { RULES_VERSION } from './rules.ts'
import { answer, exchange } from './testing/exchange.fixture.ts'

function judged({ head, trials }: Recording, changed: Partial<RunHead> = {}) {
  const recording = { head: { ...head, rules: RULES_VERSION, ...changed }, trials }
  return judgeJournal(journalText(recording))
}

test('a recording gives the verdicts that were given when it was made, again and again', () => {
  fc.assert(
    fc.property(recordings, (recording) => {
      const { head, trials } = recording
      const startedAt = Date.parse(head.startedAt)
      const facts = { ...head, startedAt, mode: 'TEST', digest: null }
      const live = { ...judgeTrials(trials, head.profile, facts), seal: null }
      const [once, again] = [judged(recording), judged(recording)]
      expect(JSON.stringify(again)).toBe(JSON.stringify(once))
      expect({ ...once.report, seal: null }).toEqual(live)
      expect(reportSchema.parse(once.report)).toEqual(once.report)
    }),
    { numRuns: runs({ sample: 20, full: 100 }) },
  )
})

const [SAMPLE] = fc.sample(
  recordings.filter(({ trials }) => trials.length === 3),
  { numRuns: 1, seed: 3 },
) as [Recording]

test('a run that ended before its time says why, and is not kept', () => {
  const { report, isCertified } = judged(SAMPLE, { ending: 'The run was interrupted.' })
  expect(report.message).toMatch(/^The run was interrupted\./)
  expect(report.outcome).not.toBe('kept')
  expect(isCertified).toBe(false)
})

test('a run of some scenarios is whole in no sense', () => {
  const planned = HEAD.planned.slice(1)
  const trials = SAMPLE.trials.slice(1)
  const { isWhole, isCertified } = judged({ head: SAMPLE.head, trials }, { planned })
  expect({ isWhole, isCertified }).toEqual({ isWhole: false, isCertified: false })
})

test('the exit code is that of the outcome, but 0 where all of the few that ran were kept', () => {
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

test('a run that was ended early is not kept, even if all that was seen is kept', () => {
  const { report } = judged(SAMPLE)
  const concludedWith = (outcome: 'kept' | 'broken', ending: string | null) =>
    conclude({ ...report, outcome, message: null }, { trials: [], ending, isStrict: false })
  expect(concludedWith('kept', null)).toMatchObject({ outcome: 'kept', message: null })
  expect(concludedWith('kept', 'It ended.')).toMatchObject({ outcome: 'incomplete', message: 'It ended.' })
  expect(concludedWith('broken', 'It ended.')).toMatchObject({ outcome: 'broken', message: 'It ended.' })
})

test('a strict run is broken by a clause of level should, and says by which', () => {
  const { report } = judged(SAMPLE)
  const clauses = report.clauses.map((clause) => ({
    ...clause,
    verdict: clause.id === 'ping-first' ? ('broken' as const) : ('kept' as const),
  }))
  const concludedWith = (isStrict: boolean) =>
    conclude({ ...report, outcome: 'kept', clauses }, { trials: [], ending: null, isStrict })
  expect(concludedWith(false).outcome).toBe('kept')
  expect(concludedWith(true)).toMatchObject({
    outcome: 'broken',
    message: expect.stringContaining('ping-first'),
  })
})

test('an error of the mock is not a verdict on the client', () => {
  const { report } = judged(SAMPLE)
  const response = answer({ type: 'urn:partner-purchase:problem:mock-fault' }, 500)
  const [first, ...rest] = SAMPLE.trials
  if (first === undefined) throw new Error('There is a trial in the sample.')
  const trials = [{ ...first, exchanges: [exchange({ response })] }, ...rest]
  const concluded = conclude({ ...report, outcome: 'broken' }, { trials, ending: null, isStrict: false })
  expect(concluded).toMatchObject({
    outcome: 'harness-fault',
    message: expect.stringContaining(`it failed to answer in ${first.scenario.sku}.`),
  })
})
