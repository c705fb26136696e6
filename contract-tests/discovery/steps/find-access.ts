import type { Auth } from '../../../contract/wire/auth.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { connectionFailure, HTTPS_PORT, isRefusalOfHttp } from '../../http/connection-failure.ts'
import { type Answer, describeAnswer, isServed } from '../../run/answer.ts'
import { accessHint, type Tried } from '../access-hint.ts'
import { authWays, describeWay } from '../auth-ways.ts'
import { type Place, placesBelow } from '../findings/places.ts'
import { hasData, type Search, sightingIn } from '../search.ts'

/** What shows that a key is accepted: reads that change nothing, the lightest first. */
const PROOFS = ['ping', 'getBalance', 'listProducts'] as const satisfies readonly OperationId[]

const WITHOUT_KEY = 'without a key'

/** The result of the search for a way to send the key. */
export type Access =
  | { readonly kind: 'found'; readonly auth: Auth; readonly proof: OperationId; readonly answer: Answer }
  | { readonly kind: 'no-access' | 'unanswered'; readonly message: string }

/**
 * Finds how the key is sent (gap `key-transport`): by a read that is served with the key, and not without.
 */
export async function findAccess(search: Search): Promise<Access> {
  const { prober, findings } = search
  findings.step('How the key is sent')
  for (const proof of PROOFS) {
    const keyless = await prober.ask({ operation: proof, auth: null, how: WITHOUT_KEY })
    if (prober.sent() === 1) {
      const body = keyless.exchange.response?.body ?? ''
      const failure = isRefusalOfHttp(keyless.status, body) ? HTTPS_PORT : keyless.failure
      if (failure !== null)
        return { kind: 'unanswered', message: connectionFailure(failure, search.aim.baseUrl) }
    }
    if (!isAccepted(proof, keyless)) {
      findings.refusals.unauthenticated.push({ answer: keyless, how: WITHOUT_KEY })
      return tryWays(search, proof, keyless)
    }
    findings.note(
      `${describeAnswer(keyless)} without a key: served to anyone, it can't show which key is accepted.`,
    )
  }
  return none(search, 'Everything is served without a key, so that no answer shows how it is sent.', [])
}

async function tryWays(search: Search, proof: OperationId, keyless: Answer): Promise<Access> {
  const tried: Tried<Answer>[] = []
  for (const auth of authWays(search.aim.start.auth)) {
    const how = describeWay(auth)
    const answer = await search.prober.ask({ operation: proof, auth, how })
    tried.push({ how, answer })
    if (!isAccepted(proof, answer)) continue
    search.findings.found({
      key: 'auth',
      value: auth,
      provenance: 'observed',
      reason: `${describeAnswer(keyless)} without a key, and ${answer.status} with ${how}.`,
      seen: [sightingIn(search, keyless, [], WITHOUT_KEY), sightingIn(search, answer, [], how)],
    })
    return { kind: 'found', auth, proof, answer }
  }
  return none(search, accessHint(keyless, tried), tried)
}

function none(search: Search, hint: string, tried: readonly Tried<Answer>[]): Access {
  const ways = tried.map(({ how, answer }) => `${how} (${answer.status ?? 'no answer'})`)
  const list = ways.length === 0 ? '' : ` Tried: ${ways.join('; ')}.`
  search.findings.missed({
    key: 'auth',
    reason: hint,
    seen: tried.map(({ how, answer }) => sightingIn(search, answer, [], how)),
  })
  const isElsewhere = tried.some(({ answer }) => answer.status === 404)
  const remedy = isElsewhere ? CHECK_ADDRESS : ASK
  const message = `The key was accepted in no way that was tried, so that nothing else could be asked for.${list} ${hint} ${remedy}`
  return { kind: 'no-access', message }
}

const CHECK_ADDRESS = 'Check --base-url.'
const ASK = 'Ask the operator how the key is sent, and give it as auth in a file for --profile.'

/** Whether an answer shows that the key was accepted: a success alone may come from a gateway. */
function isAccepted(proof: OperationId, answer: Answer): boolean {
  if (proof !== 'ping') return hasData(answer)
  const saysSo = ({ name, value }: Place) =>
    (name === 'status' && value === 'ok') || (name === 'mode' && typeof value === 'string')
  return isServed(answer) && placesBelow(answer.json, '').some(saysSo)
}
