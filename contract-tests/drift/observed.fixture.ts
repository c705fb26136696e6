import { exchange } from '../../certification/testing/exchange.fixture.ts'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { compareObserved } from './compare.ts'
import { observedIn, type SeenAnswer } from './observe.ts'
import type { Observed, ObservedAnswer } from './observed.ts'

/** A key without a recognisable prefix. */
export const SECRET = 'hush>>>42'

/** What is recorded of some answers: served balances, except for the given members. */
export function observedFrom(
  answers: readonly (Partial<SeenAnswer> & { readonly body?: string })[],
  profile: PartialProfile = {},
  baseUrl = 'https://api.example',
): Observed {
  const entries = answers.map((given) => {
    const { operation = 'getBalance', status = 200, contentType = 'application/json' } = given
    const headers = contentType === null ? {} : { 'content-type': contentType }
    const { body = JSON.stringify('json' in given ? given.json : {}) ?? 'no JSON' } = given
    return { exchange: exchange({ operation, response: { status, headers, body, answeredMs: 0 } }) }
  })
  const head = { baseUrl, startedAt: '2026-01-01T00:00:00.000Z', profile: resolveProfile(profile) }
  return observedIn({ head, entries }, [SECRET])
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
