import { expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { reportSchema } from '../../contract/report/report.ts'
import { clausePlan } from '../plan.ts'
import type { CheckResult } from '../result.ts'
import { buildReport } from './build-report.ts'
import { FACTS, reportWith, resultsWith } from './report.fixture.ts'

const facts = { ...FACTS, profile: resolveProfile({ provenance: { auth: 'observed' } }) }
const kept = resultsWith()

test('a report fits its schema, however the run ended', () => {
  expect(reportSchema.parse(buildReport(facts, kept)).outcome).toBe('kept')
  expect(reportSchema.parse(buildReport(facts, [])).outcome).toBe('incomplete')
})

test('every planned check is in the report of a run that stopped half-way', () => {
  const { clauses, outcome } = buildReport(facts, kept.slice(0, 10))
  const checks = clauses.flatMap((clause) => clause.checks)
  expect(checks).toHaveLength(clausePlan().length)
  expect(
    checks.slice(10).every(({ verdict, message }) => verdict === 'not-observed' && message !== null),
  ).toBe(true)
  expect(outcome).toBe('incomplete')
})

test('one broken check breaks its clause and the run', () => {
  const results = kept.map((result, index) =>
    index === 3 ? { ...result, verdict: 'broken' as const } : result,
  )
  const { clauses, outcome } = buildReport(facts, results)
  expect(outcome).toBe('broken')
  expect(clauses.filter(({ verdict }) => verdict === 'broken')).toHaveLength(1)
})

test('an answer that was observed and differs breaks the run, and no clause', () => {
  const differs: CheckResult = {
    subject: { kind: 'assumption', gap: 'key-transport' },
    verdict: 'broken',
    message: 'not accepted',
    evidence: [],
    fault: null,
  }
  const { assumptions, clauses, outcome } = buildReport(facts, [...kept, differs])
  expect(outcome).toBe('broken')
  expect(clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
  expect(buildReport(FACTS, [...kept, differs]).outcome).toBe('kept')
  expect(assumptions.find(({ gap }) => gap === 'key-transport')).toEqual({
    gap: 'key-transport',
    profileKey: 'auth',
    provenance: 'observed',
    verdict: 'differs',
    message: 'not accepted',
  })
})

test('a clause that is out of reach says what it needs, and does not count', () => {
  const report = reportWith({ 'ip-allowlist': 'out-of-reach' }, 'It needs a second key.')
  expect(report.outcome).toBe('kept')
  const needs = Object.fromEntries(report.clauses.map((clause) => [clause.id, clause.needs]))
  expect(needs).toMatchObject({ 'ip-allowlist': 'It needs a second key.', 'ping-ok': null })
})

test('a run that came to no verdict says why', () => {
  const report = buildReport(facts, kept, { outcome: 'harness-fault', message: 'a fault' })
  expect(report).toMatchObject({ outcome: 'harness-fault', message: 'a fault' })
})
