import { is2xx } from '../../../contract/judging/said.ts'
import type { Auth } from '../../../contract/wire/auth.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { connectionFailure, HTTPS_PORT, isClosed, isRefusalOfHttp } from '../../http/connection-failure.ts'
import { type Answer, describeAnswer, isServed } from '../../run/exchange.ts'
import { type Place, placesBelow } from '../places.ts'
import { hasData, type Search, seenEach } from '../search.ts'

/** The common ways to send a key: in its own header, or after a scheme. */
const USUAL: readonly Auth[] = [
  { header: 'Authorization', format: 'Bearer {key}' },
  { header: 'X-Api-Key', format: '{key}' },
  { header: 'Api-Key', format: '{key}' },
  { header: 'X-Auth-Token', format: '{key}' },
  { header: 'X-Partner-Key', format: '{key}' },
  { header: 'X-Partner-Api-Key', format: '{key}' },
  { header: 'Authorization', format: '{key}' },
  { header: 'Authorization', format: 'ApiKey {key}' },
  { header: 'Authorization', format: 'Token {key}' },
]

/** What is tried, the way of the starting profile first. */
export function authWays(start: Auth): readonly Auth[] {
  return [start, ...USUAL.filter((way) => !isSameWay(way, start))]
}

/** A header's name compares without case (RFC 9110, section 5.1). */
function isSameWay(one: Auth, other: Auth): boolean {
  return one.header.toLowerCase() === other.header.toLowerCase() && one.format === other.format
}

/** A way as it is printed: the key itself never is. */
export function describeWay({ header, format }: Auth): string {
  return `${header}: ${format}`
}

/** What shows that a key is accepted: reads that change nothing, the lightest first. */
const PROOFS = ['ping', 'getBalance', 'listProducts'] as const satisfies readonly OperationId[]

const WITHOUT_KEY = 'without a key'

export type Access =
  | { readonly kind: 'found'; readonly auth: Auth; readonly proof: OperationId; readonly answer: Answer }
  | { readonly kind: 'no-access' | 'unanswered'; readonly message: string }

/** Finds how the key is sent (gap `key-transport`): by a read that is served with the key, and not without. */
export async function findAccess(search: Search): Promise<Access> {
  const { prober, findings, baseUrl } = search
  findings.step('How the key is sent')
  for (const proof of PROOFS) {
    const keyless = await prober.ask({ operation: proof, auth: null, how: WITHOUT_KEY })
    if (prober.sent() === 1) {
      const isHttp = isRefusalOfHttp(keyless.status, keyless.exchange.response?.body ?? '')
      const failure = isHttp ? HTTPS_PORT : keyless.failure
      // A gateway may close the connection of a caller who has no key.
      if (failure !== null && !isClosed(failure))
        return { kind: 'unanswered', message: connectionFailure(failure, baseUrl) }
    }
    if (!isAccepted(proof, keyless)) {
      search.refusals.push({ kind: 'unauthenticated', answer: keyless, how: WITHOUT_KEY })
      return tryWays(search, proof, keyless)
    }
    const said = describeAnswer(keyless)
    findings.note(`${said} without a key: served to anyone, it can't show which key is accepted.`)
  }
  const hint = 'Everything is served without a key, so that no answer shows how it is sent.'
  findings.miss('auth', hint)
  return { kind: 'no-access', message: `${REFUSED} ${hint} ${ASK}` }
}

const REFUSED = 'The key was accepted in no way that was tried, so that nothing else could be asked for.'
const ASK = 'Ask the operator how the key is sent, and give it as auth in a file for --profile.'

async function tryWays(search: Search, proof: OperationId, keyless: Answer): Promise<Access> {
  const tried: { readonly how: string; readonly answer: Answer }[] = []
  for (const auth of authWays(search.start.auth)) {
    const how = describeWay(auth)
    const answer = await search.prober.ask({ operation: proof, auth, how })
    tried.push({ how, answer })
    if (!isAccepted(proof, answer)) continue
    const reason = `${describeAnswer(keyless)} without a key, and ${answer.status} with ${how}.`
    const asked = [
      { how: WITHOUT_KEY, answer: keyless },
      { how, answer },
    ]
    search.findings.add('auth', auth, reason, seenEach(search, asked))
    return { kind: 'found', auth, proof, answer }
  }
  if (keyless.failure !== null && tried.every(({ answer }) => answer.status === null))
    return { kind: 'unanswered', message: connectionFailure(keyless.failure, search.baseUrl) }
  const statuses = tried.map(({ how, answer }) => [how, answer.status] as const)
  const hint = accessHint(keyless.status, statuses)
  search.findings.miss('auth', hint, seenEach(search, tried))
  const ways = statuses.map(([how, status]) => `${how} (${status ?? 'no answer'})`).join('; ')
  const remedy = statuses.some(([, status]) => status === 404) ? 'Check --base-url.' : ASK
  return { kind: 'no-access', message: `${REFUSED} Tried: ${ways}. ${hint} ${remedy}` }
}

/** Whether an answer shows that the key was accepted: a success alone may come from a gateway. */
function isAccepted(proof: OperationId, answer: Answer): boolean {
  if (proof !== 'ping') return hasData(answer)
  const saysSo = ({ name, value }: Place) =>
    (name === 'status' && value === 'ok') || (name === 'mode' && typeof value === 'string')
  return isServed(answer) && placesBelow(answer.json, '').some(saysSo)
}

/** A sentence: why the key may have been accepted in none of the tried ways, from what the answers have in common. */
export function accessHint(
  keyless: number | null,
  tried: readonly (readonly [how: string, status: number | null])[],
): string {
  const statuses = [keyless, ...tried.map(([, status]) => status)]
  if (statuses.every((status) => status !== null && status >= 300 && status < 400))
    return 'Every answer was a redirect, which is not followed with a key: give the address that it leads to as --base-url.'
  if (statuses.every((status) => status === 404))
    return 'Every answer was 404: the base address may lack a part of its path, or have one too many.'
  if (statuses.every((status) => status === null || status >= 500))
    return 'No answer was of use: the service may be down.'
  if (statuses.some(is2xx))
    return 'Some answers were a success, but no JSON of a ping: the address may be that of a web site, not of the API.'
  const [how, status] = tried.find((one) => one[1] !== keyless) ?? []
  if (how === undefined) return `Each was answered as without a key (${keyless}).`
  const found = `${how} was answered ${status}, without a key ${keyless}`
  return status === 404
    ? `${found}: the key seems to be accepted that way, and the base address may lack a part of its path, or have one too many.`
    : `${found}: that may be the way, refused for another reason, such as an address that is not allowed (§ 5.3).`
}
