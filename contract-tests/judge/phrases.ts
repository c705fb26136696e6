import { refusalOfCaller } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Fact } from './facts.ts'

/** What an answer says in a few words: `GET /ping answered 200`. */
export function describe({ call, status, failure, isAbandoned }: Fact): string {
  if (isAbandoned) return `${call} was abandoned by its client`
  return status === null ? `${call} was not answered (${failure})` : `${call} answered ${status}`
}

/** Why an answer shows nothing of its clause, where it refuses the caller, leads elsewhere, or says nothing. */
export function whyNothing(fact: Fact, { auth, errors }: Profile): string {
  const { status, location, servedBefore } = fact
  if (status !== null && status >= 300 && status < 400) {
    const where = location === null ? '' : `, to ${location}`
    return `${describe(fact)}${where}. No redirect is followed: the key would travel with it. Point the kit at the address that serves.`
  }
  const refusal = refusalOfCaller(status, errors)
  if (refusal === undefined) return `${describe(fact)}, also when it was asked again.`
  const said = `${describe(fact)}, which the profile reads as errors.${refusal}.`
  if (refusal === 'rateLimited' || refusal === 'unavailable')
    return `${said} So it did when it was asked again.`
  if (servedBefore > 0)
    return `${said} The same key had been served ${servedBefore} times before: ask whether it was revoked meanwhile, or this address locked out.`
  return `${said} The reference does not show how the key is sent; it was sent as ${auth.header}: ${auth.format}. If that is wrong, change auth in the profile, or let npx partner-purchase-kit discover look.`
}

/** A text in quotation marks, as JSON has it. */
export function quoted(text: unknown): string {
  return JSON.stringify(text) ?? 'nothing'
}
