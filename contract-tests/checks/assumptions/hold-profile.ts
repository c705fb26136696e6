import type { Profile } from '../../../contract/profile/profile.ts'
import { type Answer, exchangesOf, isServed } from '../../analysis/answer.ts'
import { callerRefusal, dataOf, describeAnswer } from '../../analysis/read-answer.ts'
import { Broken, NotObserved } from '../../analysis/verdict-errors.ts'
import type { Session } from '../../run/session.ts'

/** A key of the profile that holds the status of a refusal. */
type StatusKey = Exclude<keyof Profile['errors'], 'body'>

/** Compares an answer of the profile with what the target answered. */
export function holds(answer: Answer, isSo: boolean, otherwise: string) {
  if (isSo) return [answer.exchange]
  throw new Broken(`${otherwise}: ${describeAnswer(answer)}.`, [answer.exchange])
}

/** Requires a served answer. */
export function needed(answer: Answer): Answer {
  if (isServed(answer)) return answer
  throw new NotObserved(`${describeAnswer(answer)}.`, [answer.exchange])
}

/** Requires an answer with `data`, in which a position can be checked. A clause reports a missing `data`. */
export function neededData(answer: Answer): Answer {
  dataOf(needed(answer))
  return answer
}

/** Whether a refusal is about the key. One for another reason, such as the caller's address, says nothing about it. */
export function isRefusalOfKey({ status }: Answer, { errors }: Profile): boolean {
  if (status === errors.unauthenticated) return true
  return status !== null && [400, 401, 403].includes(status) && status !== errors.ipNotAllowed
}

/** Whether the request itself was refused, as opposed to a service that is busy or down. */
export function isRefused({ status }: Answer, { errors }: Profile): boolean {
  if (status === null || (status >= 200 && status < 300)) return false
  const isPassing = status === 429 || status >= 500
  return !isPassing && status !== errors.rateLimited && status !== errors.unavailable
}

const ABOUT_THE_CALLER: readonly StatusKey[] = ['unauthenticated', 'ipNotAllowed']

/** Compares the status of refusals with the profile's. A refusal for another reason says nothing about it. */
export function expectStatus(answers: readonly Answer[], key: StatusKey, { profile }: Session) {
  const expected = profile.errors[key]
  const mayBeCaller = ABOUT_THE_CALLER.includes(key)
  const telling = answers.filter(
    (answer) =>
      answer.status === expected ||
      (isRefused(answer, profile) && (mayBeCaller || callerRefusal(answer, profile) === undefined)),
  )
  if (telling.length === 0) throw new NotObserved('Nothing was refused for that reason.')
  for (const answer of telling) holds(answer, answer.status === expected, `Expected ${expected}`)
  return exchangesOf(telling.slice(0, 1))
}
