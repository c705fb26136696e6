import type { OperationId } from '../../contract/wire/operations.ts'
import type { AdmittedCall } from '../call/call.ts'
import { type Refused, revokedKey } from '../call/outcome.ts'
import { enterSandbox } from '../call/sandbox-entry.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'

/**
 * Refuses a call of a partner that may not make it now: its key was revoked, its address is not on its allowlist (§5.3),
 * or its rate limit is reached.
 *
 * @returns `undefined` for an admitted call.
 */
export function admit(call: AdmittedCall): MaybePromise<Refused | undefined> {
  const { partner, mock } = call
  const rate = partner.requestsPerSecond ?? mock.profile.limits.requestsPerSecond
  if (isRevocationSeenLater(call, rate)) return undefined
  return chain(enterSandbox(call), ({ isRevoked, now }) => {
    if (isRevoked) return revokedKey(call)
    return addressRefusal(call) ?? (rate === null ? undefined : rateRefusal(call, rate, now))
  })
}

const READS_SANDBOX: ReadonlySet<OperationId> = new Set(['createOrder', 'lookupOrder', 'getBalance'])

/**
 * Whether the operation itself reads from the store that the key is revoked, which saves a round trip. Not possible if
 * something else could refuse the call earlier: a revoked key comes first.
 */
function isRevocationSeenLater({ operation, partner, mock }: AdmittedCall, rate: number | null): boolean {
  return (
    operation !== undefined &&
    rate === null &&
    READS_SANDBOX.has(operation) &&
    mock.allowedFrom(partner.key) === undefined
  )
}

function addressRefusal({ mock, inbound, partner }: AdmittedCall): Refused | undefined {
  const isAllowed = mock.allowedFrom(partner.key)
  if (isAllowed === undefined) return undefined
  const caller = mock.callerOf(inbound.peer, { get: (name) => inbound.header(name) ?? null })
  if (isAllowed(caller)) return undefined
  const detail = `The call came from ${caller}, which is not on this partner's allowlist. Call from an allowed address, or ask the operator to allow this one.`
  return { code: 'ip-not-allowed', detail }
}

/**
 * @param rate calls a second.
 * @param now milliseconds, by the clock of the key.
 */
function rateRefusal({ mock, partner }: AdmittedCall, rate: number, now: number): Refused | undefined {
  const waitMs = mock.rates.take(partner.key, rate, now)
  if (waitMs === 0) return undefined
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `This is a call too many: the key may make ${rate} a second. Nothing was done for it. Wait ${retryAfterSeconds} s, then send it again.`
  return { code: 'rate-limited', detail, retryAfterSeconds }
}
