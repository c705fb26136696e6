import { type Auth, isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { AdmittedCall, Call } from '../call/call.ts'
import { enterSandbox, refuseRevoked } from '../call/sandbox-entry.ts'
import type { Answer } from '../message/answer.ts'
import { refuse } from '../respond/respond.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import { callerRate, refuseRate } from './rate-limit.ts'

/** Lets a call in whose key is a TEST key (§5.1), and one of the list where the door is closed. */
export function identify(call: Call): call is AdmittedCall {
  const { mock, recording } = call
  const key = keyOf(call)
  const partner = key === undefined ? undefined : mock.directory.find(key)
  if (partner === undefined) return false
  recording.identify(partner.id)
  call.partner = partner
  return true
}

/** Refuses a call that came with no key of a partner, and says what was found in its place. */
export function refuseUnknown(call: Call): Answer {
  const { auth } = call.mock.profile
  return refuse(call, unauthenticated(auth, call.inbound.header(auth.header), keyOf(call)))
}

/**
 * Refuses a call of a partner that may not make it now: its key was revoked, its address is not on its allowlist (§5.3),
 * or it is a call too many.
 */
export function refuseAdmission(call: AdmittedCall): MaybePromise<Answer | undefined> {
  const rate = callerRate(call)
  return isToldLater(call, rate) ? refuseAddress(call) : refuseAfterEntry(call, rate)
}

const TOLD_BY_STORE: ReadonlySet<OperationId> = new Set(['createOrder', 'lookupOrder', 'getBalance'])

/**
 * Whether the operation will hear of the store by itself that the key is revoked: to ask first would cost a round
 * trip. Not where something else could refuse the call before: a revoked key is what a caller is told first.
 */
function isToldLater({ operation, partner }: AdmittedCall, rate: number | null): boolean {
  return (
    operation !== undefined && TOLD_BY_STORE.has(operation) && partner.allowlist === null && rate === null
  )
}

function refuseAfterEntry(call: AdmittedCall, rate: number | null): MaybePromise<Answer | undefined> {
  return chain(enterSandbox(call), ({ isRevoked, now }) => {
    if (isRevoked) return refuseRevoked(call)
    return refuseAddress(call) ?? (rate === null ? undefined : refuseRate(call, rate, now))
  })
}

function refuseAddress(call: AdmittedCall): Answer | undefined {
  const { mock, inbound, partner } = call
  const isAllowed = mock.allowedFrom(partner.key)
  if (isAllowed === undefined) return undefined
  const caller = mock.callerOf(inbound.peer, { get: (name) => inbound.header(name) ?? null })
  if (isAllowed(caller)) return undefined
  const detail = `The call came from ${caller}, which is not on this partner's allowlist. Call from an allowed address, or ask the operator to allow this one.`
  return refuse(call, { code: 'ip-not-allowed', detail })
}

function keyOf({ mock, inbound }: Call): string | undefined {
  const value = inbound.header(mock.profile.auth.header)
  return value === undefined ? undefined : mock.keyIn(value)
}

function unauthenticated(auth: Auth, value: string | undefined, key: string | undefined) {
  const expected = `${auth.header}: ${auth.format.replace('{key}', `${TEST_KEY_PREFIX}…`)}`
  const found = unauthenticatedBecause(auth, value, key)
  const detail = `${found} This mock has a TEST mode only; send \`${expected}\`.`
  return { code: 'unauthenticated', detail, field: auth.header } as const
}

function unauthenticatedBecause(auth: Auth, value: string | undefined, key: string | undefined): string {
  if (value === undefined) return `The header ${auth.header} is missing.`
  if (key === undefined) return `The header ${auth.header} is not of the form \`${auth.format}\`.`
  if (!key.startsWith(TEST_KEY_PREFIX)) return `The key does not begin with ${TEST_KEY_PREFIX}.`
  return isTestKey(key)
    ? 'The key is not on the list of partners that this mock is closed to.'
    : `The key is malformed: after ${TEST_KEY_PREFIX} come 1 to 128 letters, digits, _ or -.`
}
