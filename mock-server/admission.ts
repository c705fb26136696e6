import type { OperationId } from '../contract/wire/operations.ts'
import { askedOf, callerAccount } from './answers.ts'
import { addressOf } from './message/request.ts'
import type { Refused } from './refusals.ts'
import { addressNotAllowed, revokedKey, tooManyCalls } from './refusals.ts'
import type { MockContext } from './sandbox/mock.ts'
import { unknownKey } from './unknown-key.ts'

/** Finds the partner by the TEST key at the profile's position (§5.1), or says why there is none. */
export function authenticate(c: MockContext): Refused | undefined {
  const mock = c.get('mock')
  const value = c.req.header(mock.profile.auth.header)
  const key = value === undefined ? undefined : mock.keyIn(value)
  const partner = key === undefined ? undefined : mock.partnerWith(key)
  if (partner === undefined) return unknownKey(askedOf(c), mock)
  c.get('entry').identify(partner.id)
  c.set('partner', partner)
  return undefined
}

/**
 * Refuses a call of a partner that may not make it now: its key was revoked, its address is not on its allowlist (§5.3),
 * or its rate limit is reached.
 */
export async function admit(c: MockContext): Promise<Refused | undefined> {
  const mock = c.get('mock')
  const partner = c.get('partner')
  const rate = partner.requestsPerSecond ?? mock.profile.limits.requestsPerSecond
  const isAllowed = mock.allowedFrom(partner.key)
  // The operation itself finds out whether the key is revoked: the store is asked once.
  if (rate === null && isAllowed === undefined && readsSandbox(c.get('operation'))) return undefined
  const { isRevoked, now } = await mock.store.enter(callerAccount(c))
  if (isRevoked) return revokedKey(mock.profile.auth)
  const address = addressOf(c.env)
  if (isAllowed?.(address) === false) return addressNotAllowed(address)
  const waitMs = rate === null ? 0 : mock.rates.take(partner.key, rate, now)
  return rate === null || waitMs === 0 ? undefined : tooManyCalls(rate, waitMs)
}

/** Whether an operation finds out by itself whether the key is revoked. */
function readsSandbox(operation: OperationId | undefined): boolean {
  return operation === 'createOrder' || operation === 'lookupOrder' || operation === 'getBalance'
}
