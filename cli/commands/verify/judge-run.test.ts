import { describe, expect, test } from 'vitest'
import { type Baseline, parseBaseline } from '../../../contract-tests/baseline.ts'
import { nothingSeen, reportWith } from '../../../contract-tests/report.fixture.ts'
import { judgeRun, type Yardstick } from './verification.ts'

const YARDSTICK: Yardstick = {
  required: [],
  baseline: [],
  isStrict: false,
  today: '2026-12-01',
}
const FOUND = reportWith({ 'ip-allowlist': 'not-observed', 'ping-ok': 'broken' })

function proposalFor(report = FOUND, yardstick: Partial<Yardstick> = {}): Baseline | null {
  return judgeRun(report, { ...YARDSTICK, ...yardstick }).proposal
}

describe('the baseline that would excuse what a run found', () => {
  test('is a valid one: with it, the run is kept for 30 days', () => {
    const baseline = parseBaseline(JSON.stringify(proposalFor()), 'base.json')
    expect(baseline.map(({ clause, verdict }) => [clause, verdict])).toEqual([
      ['ping-ok', 'broken'],
      ['ip-allowlist', 'not-observed'],
    ])
    const outcomeOn = (today: string) => judgeRun(FOUND, { ...YARDSTICK, baseline, today }).report.outcome
    expect([outcomeOn('2026-12-31'), outcomeOn('2027-01-01')]).toEqual(['kept', 'broken'])
  })

  test('keeps the entries that are true, and replaces the others', () => {
    const entry = { verdict: 'not-observed', reason: 'one address only', expires: '2027-06-01' } as const
    const baseline = ['ip-allowlist', 'key-required'].map((clause) => ({ clause, ...entry }))
    const proposal = proposalFor(FOUND, { baseline })
    expect(proposal?.map(({ clause, reason }) => [clause, reason])).toEqual([
      ['ip-allowlist', 'one address only'],
      ['ping-ok', 'Found on 2026-12-01: say here why this is accepted.'],
    ])
  })

  test.for([
    ['was kept', reportWith({})],
    ['saw nothing', nothingSeen()],
    ['was ended before its time', { ...FOUND, message: 'The run was interrupted.' }],
    [
      'shows a drift, which no baseline excuses',
      {
        ...FOUND,
        assumptions: FOUND.assumptions.map((one) => ({
          ...one,
          provenance: 'confirmed' as const,
          verdict: 'differs' as const,
        })),
      },
    ],
  ] as const)('is not there for a run that %s', ([, report]) => {
    expect(proposalFor(report)).toBeNull()
  })
})
