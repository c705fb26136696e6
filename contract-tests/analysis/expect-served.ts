import type { Profile } from '../../contract/profile/profile.ts'
import { type Answer, isServed } from './answer.ts'
import { callerRefusal, describeAnswer } from './read-answer.ts'
import { Broken, NotObserved } from './verdict-errors.ts'

/** Something that has the profile by which answers are read, such as a session. */
type Judged = { readonly profile: Profile }

/** Requires that an answer was served. A refusal because of the caller counts as not observed, any other as broken. */
export function expectServed(answer: Answer, from: Judged, what: string): void {
  if (isServed(answer)) return
  const reason = notServedReason(answer, from)
  if (reason !== undefined) throw new NotObserved(reason, [answer.exchange])
  throw new Broken(`${what} was expected to be served (any 2xx); ${describeAnswer(answer)}.`, [
    answer.exchange,
  ])
}

/** Requires a served answer on which another judgement depends: without it the clause is not observed. */
export function needServed(answer: Answer, from: Judged, remedy: string): void {
  if (isServed(answer)) return
  const reason = notServedReason(answer, from) ?? `${describeAnswer(answer)}. ${remedy}`
  throw new NotObserved(reason, [answer.exchange])
}

function notServedReason(answer: Answer, { profile }: Judged): string | undefined {
  if (answer.status === null) return `${describeAnswer(answer)}.`
  if (answer.status < 400) return redirected(answer)
  const refusal = callerRefusal(answer, profile)
  if (refusal === undefined) return undefined
  const { header, format } = profile.auth
  return `${refusal}. The reference does not show how the key is sent; it was sent as ${header}: ${format}. If that is wrong, change auth in the profile, or let npx partner-purchase discover look.`
}

function redirected(answer: Answer): string {
  const location = answer.exchange.response?.headers.location
  const where = location === undefined ? '' : `, to ${location}`
  return `${describeAnswer(answer)}${where}. No redirect is followed: the key would travel with it. Point the kit at the address that serves.`
}
