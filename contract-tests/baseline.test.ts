import { describe, expect, test } from 'vitest'
import type { Report } from '../contract/report/report.ts'
import { type Baseline, excuse, parseBaseline, requireClauses, withStrictAnswers } from './baseline.ts'
import { nothingSeen, reportWith } from './report.fixture.ts'

const UNSEEN = reportWith({ 'ip-allowlist': 'not-observed' })
const entry = (more: Partial<Baseline[number]> = {}): Baseline[number] => ({
  clause: 'ip-allowlist',
  verdict: 'not-observed',
  reason: 'one address only',
  expires: '2027-01-31',
  ...more,
})
const TODAY = '2026-12-01'

describe('a baseline', () => {
  test('excuses a clause that has the accepted verdict, and leaves the verdict in the report', () => {
    const excused = excuse(UNSEEN, [entry()], TODAY)
    expect(excused.outcome).toBe('kept')
    const clause = excused.clauses.find(({ id }) => id === 'ip-allowlist')
    expect(clause).toMatchObject({ verdict: 'not-observed', excused: 'one address only' })
    expect(excused.baseline).toEqual([{ ...entry(), state: 'applied' }])
  })

  test('excuses no other clause', () => {
    const report = reportWith({ 'ip-allowlist': 'not-observed', 'ping-ok': 'broken' })
    expect(excuse(report, [entry()], TODAY).outcome).toBe('broken')
    expect(excuse(UNSEEN, [], TODAY).outcome).toBe('incomplete')
  })

  test.for([
    ['stale, since the clause is kept', reportWith({}), entry(), 'stale', 'remove the entry'],
    [
      'stale, since the clause is broken instead of not observed',
      reportWith({ 'ip-allowlist': 'broken' }),
      entry(),
      'stale',
      'remove the entry',
    ],
    [
      'stale, since the clause is out of reach',
      reportWith({ 'ip-allowlist': 'out-of-reach' }),
      entry(),
      'stale',
      'needs no excuse: remove the entry. To count it anyway, keep the entry and add --require ip-allowlist.',
    ],
    ['expired', UNSEEN, entry({ expires: '2026-11-30' }), 'expired', 'expired on 2026-11-30'],
  ] as const)('with an entry that is %s fails the run', ([, report, untrue, state, sentence]) => {
    const judged = excuse(report, [untrue], TODAY)
    expect(judged.outcome).toBe('broken')
    expect(judged.baseline[0]?.state).toBe(state)
    expect(judged.message).toContain(sentence)
  })

  test('does not excuse a confirmed assumption that differs', () => {
    const assumptions = UNSEEN.assumptions.map((one) => ({
      ...one,
      provenance: 'confirmed' as const,
      verdict: 'differs' as const,
    }))
    expect(excuse({ ...UNSEEN, assumptions }, [entry()], TODAY).outcome).toBe('broken')
  })

  test('still excuses a clause on the day that its entry expires', () => {
    expect(excuse(UNSEEN, [entry({ expires: TODAY })], TODAY).outcome).toBe('kept')
  })

  test('cannot pass a run that saw nothing', () => {
    const nothing = nothingSeen()
    const everything = nothing.clauses.map(({ id }) => entry({ clause: id }))
    expect(excuse(nothing, everything, TODAY).outcome).toBe('incomplete')
  })

  test.for([
    ['text that is not JSON', 'nothing', 'base.json: the document: expected a list of entries'],
    ['an object', '{}', 'base.json: the document: expected a list of entries'],
    [
      'an unknown clause',
      JSON.stringify([entry({ clause: 'ping' })]),
      'base.json: 0.clause: expected the id of',
    ],
    [
      'a verdict that needs no excuse',
      '[{"clause":"ping-ok","verdict":"kept","reason":"x","expires":"2027-01-01"}]',
      '0.verdict: expected broken or not-observed',
    ],
    [
      'a day that is not a date',
      JSON.stringify([entry({ expires: 'soon' })]),
      '0.expires: expected an ISO date',
    ],
    ['no reason', JSON.stringify([entry({ reason: ' ' })]), '0.reason: expected a sentence'],
    ['a clause twice', JSON.stringify([entry(), entry()]), 'expected one entry per clause'],
  ] as const)('with %s is refused', ([, text, message]) => {
    expect(() => parseBaseline(text, 'base.json')).toThrow(message)
  })
})

describe('a strict run', () => {
  const differing: Report = {
    ...UNSEEN,
    assumptions: UNSEEN.assumptions.map((one, index) => (index === 0 ? { ...one, verdict: 'differs' } : one)),
  }

  test('fails for an assumption that differs, and names it', () => {
    const judged = withStrictAnswers(differing)
    expect(judged.outcome).toBe('broken')
    expect(judged.message).toContain(differing.assumptions[0]?.gap)
    expect(judged.clauses).toEqual(differing.clauses)
  })

  test('is unchanged if none differs', () => {
    expect(withStrictAnswers(UNSEEN)).toBe(UNSEEN)
  })
})

const BEYOND = reportWith({ 'ip-allowlist': 'out-of-reach' }, 'It needs a second key.')

test('a required clause that is out of reach counts as not observed, and says what it needs', () => {
  const report = requireClauses(BEYOND, ['ip-allowlist'])
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.find(({ id }) => id === 'ip-allowlist')).toMatchObject({
    verdict: 'not-observed',
    needs: null,
    checks: Array(2).fill({ verdict: 'not-observed', message: 'It needs a second key.' }),
  })
})

test('a baseline may excuse a required clause', () => {
  const report = requireClauses(BEYOND, ['ip-allowlist'])
  expect(excuse(report, [entry()], TODAY).outcome).toBe('kept')
})

test('requiring a clause that is within reach does not change its verdict', () => {
  expect(requireClauses(BEYOND, ['ping-ok'])).toEqual(BEYOND)
  const broken = reportWith({ 'ping-ok': 'broken', 'ip-allowlist': 'out-of-reach' })
  expect(requireClauses(broken, ['ip-allowlist']).outcome).toBe('broken')
})
