import type { OperationId } from '../../contract/wire/operations.ts'
import { NO_ANSWER, type NoAnswer, type Reply } from '../message/answer.ts'
import type { RequestBody } from '../message/request.ts'
import {
  type AdmittedCall,
  askedOf,
  type Call,
  enterSandbox,
  type OperationCall,
  type Outcome,
  revokedKey,
} from '../respond/call.ts'
import { unknownKey } from '../respond/explain/key.ts'
import { unknownOperation } from '../respond/explain/operation.ts'
import type { Refused } from '../respond/problem-types.ts'
import { mockFault, respond } from '../respond/respond.ts'
import { chain, type MaybePromise, reportOutage, StoreUnavailableError } from '../store/store.ts'
import { createOrder } from './create-order.ts'
import { deliver } from './faults.ts'
import { getBalance, getPrice, listProducts, lookupOrder, ping } from './reads.ts'

type Operate = (call: OperationCall) => MaybePromise<Outcome | NoAnswer>

const OPERATIONS: { readonly [Id in OperationId]: Operate } = {
  ping,
  listProducts,
  getPrice,
  getBalance,
  createOrder,
  lookupOrder,
}

/** Answers a call whose body has arrived; synchronously if possible. Never throws or rejects. */
export function handleCall(call: Call, body: RequestBody): MaybePromise<Reply> {
  try {
    const reply = chain(outcomeOf(call, body), (outcome) => replyWith(call, outcome))
    return reply instanceof Promise ? reply.catch((error) => respond(call, failure(call, error))) : reply
  } catch (error) {
    return respond(call, failure(call, error))
  }
}

function outcomeOf(call: Call, body: RequestBody): MaybePromise<Outcome | NoAnswer> {
  call.body = body
  if (body.kind === 'text') call.recording.body(body.text)
  if (!authenticate(call)) return unknownKey(askedOf(call), call.mock)
  return chain(admit(call), (refused) => refused ?? operate(call))
}

function operate(call: AdmittedCall): MaybePromise<Outcome | NoAnswer> {
  return isOperation(call) ? OPERATIONS[call.operation](call) : unknownOperation(askedOf(call), call.mock)
}

function isOperation(call: AdmittedCall): call is OperationCall {
  return call.operation !== undefined
}

function replyWith(call: Call, outcome: Outcome | NoAnswer): MaybePromise<Reply> {
  if (outcome === NO_ANSWER) return NO_ANSWER
  const answer = respond(call, outcome)
  return outcome.fault === undefined ? answer : deliver(call, answer, outcome.fault)
}

/** The outcome of a call that could not be answered: an outage of the store, or a fault of the mock. */
function failure({ mock }: Call, error: unknown): Refused {
  if (!(error instanceof StoreUnavailableError)) return mockFault(error, mock.onFault)
  reportOutage(mock.store, error, mock.onFault)
  const detail =
    "The service can't reach its records. This does not say that nothing was bought: look the reference up, or send the identical body again."
  return { code: 'unavailable', detail }
}

/** Finds the partner by the TEST key at the profile's position (§5.1). @returns whether there is one. */
function authenticate(call: Call): call is AdmittedCall {
  const { mock, recording, inbound } = call
  const value = inbound.header(mock.profile.auth.header)
  const key = value === undefined ? undefined : mock.keyIn(value)
  const partner = key === undefined ? undefined : mock.partnerWith(key)
  if (partner === undefined) return false
  recording.identify(partner.id)
  call.partner = partner
  return true
}

/**
 * Refuses a call of a partner that may not make it now: its key was revoked, its address is not on its allowlist (§5.3),
 * or its rate limit is reached.
 */
function admit(call: AdmittedCall): MaybePromise<Refused | undefined> {
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
  if (isAllowed(inbound.peer)) return undefined
  const detail = `The call came from ${inbound.peer}, which is not on this partner's allowlist. Call from an allowed address, or ask the operator to allow this one.`
  return { code: 'ip-not-allowed', detail }
}

/** `rate` is in calls a second, `now` in milliseconds by the clock of the key. */
function rateRefusal({ mock, partner }: AdmittedCall, rate: number, now: number): Refused | undefined {
  const waitMs = mock.rates.take(partner.key, rate, now)
  if (waitMs === 0) return undefined
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `Too many calls: the key may make ${rate} a second. Nothing was done. Wait ${retryAfterSeconds} s, then send it again.`
  return { code: 'rate-limited', detail, retryAfterSeconds }
}
