import type { Auth } from '../../contract/wire/auth.ts'
import { envelope } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { is2xx } from '../../contract/wire/status.ts'
import { connectionFailure, HTTPS_PORT, isClosed, isRefusalOfHttp } from '../http/connection-failure.ts'
import { describeAnswer, isServed } from '../target/exchange.ts'
import type { Findings, Probe } from './findings.ts'
import { type DiscoveryAim, Halted, type Prober } from './prober.ts'

/** The usual ways to send a key: alone in a header, or after a scheme. */
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

/**
 * The ways to try, beginning with that of the starting profile. Header names are compared without case (RFC 9110,
 * section 5.1).
 */
export function authWays(start: Auth): readonly Auth[] {
  const known = describeWay(start).toLowerCase()
  return [start, ...USUAL.filter((way) => describeWay(way).toLowerCase() !== known)]
}

/** A way in words, without the key. */
export function describeWay({ header, format }: Auth): string {
  return `${header}: ${format}`
}

/** Reads, the lightest first. A read that is refused without a key shows whether a key is accepted. */
const PROOFS = ['ping', 'getBalance', 'listProducts'] as const satisfies readonly OperationId[]

/**
 * Finds how the key is sent (gap `key-transport`): it repeats a read that is refused without a key, with the key in one
 * header after another. Returns the header, the refusal, and the answer that was served.
 *
 * @throws {Halted} if the key is accepted in no way, or nothing answers.
 */
export async function findAccess(ask: Prober, findings: Findings, { baseUrl, start }: DiscoveryAim) {
  findings.step('How the key is sent')
  const keyless = await findRefusal(ask, findings, baseUrl)
  const { operation } = keyless
  const tried: Probe[] = []
  for (const auth of authWays(start.auth)) {
    const keyed = await ask({ operation, auth, how: describeWay(auth) })
    tried.push(keyed)
    if (!hasData(keyed)) continue
    const reason = `${describeAnswer(keyless)} without a key, and ${keyed.status} with this header.`
    findings.add('auth', auth, reason, [keyless, keyed])
    return { auth, keyless, keyed }
  }
  if (keyless.failure !== null && tried.every(({ status }) => status === null))
    throw new Halted(connectionFailure(keyless.failure, baseUrl), 'unreachable')
  const asked = [keyless, ...tried]
  const ways = asked.map(({ how, status }) => `${how} (${status ?? 'no answer'})`).join('; ')
  const hint = hintFrom(asked.map(({ status }) => status ?? 0))
  findings.miss('auth', hint, asked)
  throw new Halted(`The key was accepted in no way that was tried: ${ways}. ${hint}`)
}

/** The first read that is refused without a key. */
async function findRefusal(ask: Prober, findings: Findings, baseUrl: string): Promise<Probe> {
  for (const operation of PROOFS) {
    const probe = await ask({ operation, auth: null, how: 'without a key' })
    const isHttps = isRefusalOfHttp(probe.status, probe.exchange.response?.body ?? '')
    const failure = isHttps ? HTTPS_PORT : probe.failure
    // A gateway may close the connection of a caller without a key.
    if (failure !== null && !isClosed(failure))
      throw new Halted(connectionFailure(failure, baseUrl), 'unreachable')
    if (!hasData(probe)) return probe
    findings.note(`${describeAnswer(probe)} to a caller without a key: it can't show how the key is sent.`)
  }
  const hint = 'Everything is served without a key, so no answer shows how it is sent.'
  findings.miss('auth', hint)
  throw new Halted(`${hint} ${ASK}`)
}

const ASK = 'Ask the operator how the key is sent, and give it as auth in a file for --profile.'

/**
 * True if an answer is a success with a `data` object (§2). A success without one may come from a gateway or a web
 * site.
 */
export function hasData(probe: Probe): boolean {
  return isServed(probe) && envelope.safeParse(probe.json).success
}

/** What to do, from what all statuses have in common. 0 stands for no answer. */
function hintFrom(statuses: readonly number[]): string {
  if (statuses.every((status) => status >= 300 && status < 400))
    return 'Every answer was a redirect, and none is followed with a key: give the address that it leads to as --base-url.'
  if (statuses.every((status) => status === 0 || status >= 500))
    return 'No answer could be used: the service may be down.'
  if (statuses.some((status) => is2xx(status) || status === 404))
    return 'Some answers were 404, or a success without data: the address may be that of a web site, or lack a part of its path. Check --base-url.'
  return `If one status differs from the others, that may be the way, refused for another reason, such as an address that is not allowed (§ 5.3). ${ASK}`
}
