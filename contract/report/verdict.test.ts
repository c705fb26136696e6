import { expect, test } from 'vitest'
import type { Level } from '../reference/clause.ts'
import { clauseVerdict, EXIT_CODES, EXIT_INTERRUPTED, outcomeOf, type Verdict } from './verdict.ts'

test.each<[Verdict[], Verdict]>([
  [[], 'not-observed'],
  [['kept'], 'kept'],
  [['kept', 'kept'], 'kept'],
  [['not-observed'], 'not-observed'],
  [['kept', 'not-observed'], 'not-observed'],
  [['broken'], 'broken'],
  [['kept', 'broken'], 'broken'],
  [['not-observed', 'broken'], 'broken'],
  [['out-of-reach'], 'out-of-reach'],
  [['kept', 'out-of-reach'], 'kept'],
  [['not-observed', 'out-of-reach'], 'not-observed'],
])('a clause whose checks are %j is %s', (checks, verdict) => {
  expect(clauseVerdict(checks)).toBe(verdict)
})

test.each<[string, string]>([
  ['', 'incomplete'],
  ['must kept', 'kept'],
  ['must kept, should kept', 'kept'],
  ['must kept, should broken', 'kept'],
  ['must kept, should not-observed', 'kept'],
  ['must kept, must not-observed', 'incomplete'],
  ['must broken', 'broken'],
  ['must kept, must broken', 'broken'],
  ['must not-observed, must broken', 'broken'],
  ['must not-observed, should broken', 'incomplete'],
  ['must kept, must out-of-reach', 'kept'],
  ['must not-observed, must out-of-reach', 'incomplete'],
  ['must out-of-reach', 'incomplete'],
])('a run of "%s" is %s', (run, outcome) => {
  const clauses = run === '' ? [] : run.split(', ').map((clause) => clause.split(' ') as [Level, Verdict])
  expect(outcomeOf(clauses.map(([level, verdict]) => ({ level, verdict })))).toBe(outcome)
})

test.each(['observed', 'confirmed'] as const)(
  'an answer that was %s and differs breaks the run',
  (provenance) => {
    const kept = [{ level: 'must', verdict: 'kept' }] as const
    expect(outcomeOf(kept, [{ provenance, verdict: 'differs' }])).toBe('broken')
    expect(outcomeOf(kept, [{ provenance, verdict: 'not-observed' }])).toBe('kept')
    expect(outcomeOf(kept, [{ provenance: 'assumed', verdict: 'differs' }])).toBe('kept')
  },
)

test('the exit codes are those that scripts rely on', () => {
  expect({ ...EXIT_CODES, interrupted: EXIT_INTERRUPTED }).toEqual({
    kept: 0,
    broken: 1,
    refused: 2,
    unreachable: 3,
    incomplete: 4,
    'harness-fault': 5,
    interrupted: 130,
  })
})
