import { refusalOfCaller } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { countWhile } from '../../contract/text/count-while.ts'
import type { Fact } from './facts.ts'

/** What an answer says in a few words: `GET /ping answered 200`. */
export function describe({ call, status, failure, isAbandoned }: Fact): string {
  if (isAbandoned) return `${call} was abandoned by its client`
  return status === null ? `${call} was not answered (${failure})` : `${call} answered ${status}`
}

export function withoutData(fact: Fact): string {
  return `${describe(fact)} without a top-level data object (see data-envelope), so that nothing in it can be read.`
}

/** Why an answer shows nothing of its clause, where it refuses the caller, leads elsewhere, or says nothing. */
export function whyNothing(fact: Fact, { auth, errors }: Profile, served: readonly Fact[]): string {
  const { status, location } = fact
  if (status !== null && status >= 300 && status < 400) {
    const where = location === null ? '' : `, to ${location}`
    return `${describe(fact)}${where}. No redirect is followed: the key would travel with it. Point the kit at the address that serves.`
  }
  const refusal = refusalOfCaller(status, errors)
  if (refusal === undefined) return `${describe(fact)}, also when it was asked again.`
  const said = `${describe(fact)}, which the profile reads as errors.${refusal}.`
  if (refusal === 'rateLimited' || refusal === 'unavailable')
    return `${said} So it did when it was asked again.`
  const before = countWhile(served, ({ seq }) => seq < fact.seq)
  const last = served[before - 1]
  if (last !== undefined) {
    return before < served.length
      ? `${said} The same key was served before it and after it, so it is valid: ask the operator what it may do, and how often.`
      : `${said} The same key had worked up to request ${last.seq + 1} of the run (${describe(last)}), and was refused from then on. Ask the operator whether it was revoked, its allowlist changed, or its caller was locked out: a run also sends keys that are not valid, on purpose.`
  }
  return `${said} The reference does not show how the key is sent; it was sent as ${auth.header}: ${auth.format}. If that is wrong, change auth in the profile, or let npx partner-purchase-kit discover look.`
}

export function quoted(text: unknown): string {
  return JSON.stringify(text) ?? 'nothing'
}
