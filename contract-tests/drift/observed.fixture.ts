import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { compareObserved } from './compare.ts'
import { observedOf, type SeenAnswer } from './observe.ts'
import type { Observed, ObservedAnswer } from './observed.ts'

/** A key without a recognisable prefix. */
export const SECRET = 'hush>>>42'

/** What is recorded of some answers: served balances, except for the given members. */
export function observedFrom(
  answers: readonly Partial<SeenAnswer>[],
  profile: PartialProfile = {},
): Observed {
  const seen = answers.map((given): SeenAnswer => {
    return { operation: 'getBalance', status: 200, contentType: 'application/json', json: {}, ...given }
  })
  const run = { baseUrl: 'https://api.example', startedAt: '2026-01-01T00:00:00.000Z' }
  return observedOf(seen, { ...run, profile: resolveProfile(profile) }, [SECRET])
}

/** What is recorded of some bodies of balances. */
export function observedBodies(seen: readonly unknown[]): ObservedAnswer {
  const answers = observedFrom(bodies(...seen)).operations.flatMap((one) => one.answers)
  if (answers[0] === undefined) throw new RangeError('No body, no answer.')
  return answers[0]
}

/** How two runs differ that saw these answers, as lines. */
export function drifts(
  earlier: readonly Partial<SeenAnswer>[],
  now: readonly Partial<SeenAnswer>[],
): readonly string[] {
  return linesOf(compareObserved(observedFrom(earlier), observedFrom(now)))
}

/** Differences as lines. */
export function linesOf(differences: ReturnType<typeof compareObserved>): string[] {
  return differences.map(({ severity, sentence }) => `${severity}: ${sentence}`)
}

/** Served balances with these bodies. */
export function bodies(...all: readonly unknown[]): Partial<SeenAnswer>[] {
  return all.map((json) => ({ json }))
}

/** The same thing several times. */
export function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value)
}
