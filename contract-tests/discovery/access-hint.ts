import { is2xx } from '../../contract/judging/said.ts'
import type { Answer } from '../run/answer.ts'

type Attempt = Pick<Answer, 'status'>

/** A way of sending the key, and how it was answered. */
export type Tried<Kind extends Attempt = Attempt> = { readonly how: string; readonly answer: Kind }

/** Possible reasons why the key was never accepted, from what the answers have in common. */
const HINTS: readonly (readonly [
  applies: (statuses: readonly (number | null)[]) => boolean,
  hint: string,
])[] = [
  [
    (statuses) => statuses.every((status) => status !== null && status >= 300 && status < 400),
    'Every answer was a redirect, which is not followed with a key: give the address that it leads to as --base-url.',
  ],
  [
    (statuses) => statuses.every((status) => status === 404),
    'Every answer was 404: the base address may lack a part of its path, or have one too many.',
  ],
  [
    (statuses) => statuses.every((status) => status === null || status >= 500),
    'No answer was of use: the service may be down.',
  ],
  [
    (statuses) => statuses.some(is2xx),
    'Some answers were a success, but no JSON of a ping: the address may be that of a web site, not of the API.',
  ],
]

/**
 * A sentence: why the key may have been accepted in none of the tried ways.
 *
 * @param keyless the answer to a call without a key.
 */
export function accessHint(keyless: Attempt, tried: readonly Tried[]): string {
  const statuses = [keyless, ...tried.map(({ answer }) => answer)].map(({ status }) => status)
  const hint = HINTS.find(([applies]) => applies(statuses))?.[1]
  if (hint !== undefined) return hint
  const other = tried.find(({ answer }) => answer.status !== keyless.status)
  if (other === undefined) return `Each was answered as without a key (${keyless.status}).`
  if (other.answer.status === 404)
    return `${other.how} was answered 404, without a key ${keyless.status}: the key seems to be accepted that way, and the base address may lack a part of its path, or have one too many.`
  return `${other.how} was answered ${other.answer.status}, without a key ${keyless.status}: that may be the way, refused for another reason, such as an address that is not allowed (§ 5.3).`
}
