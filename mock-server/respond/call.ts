import type { Scenario } from '../../contract/scenario/scenario.ts'
import { isTestKey } from '../../contract/wire/auth.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OrderEffect } from '../../contract/wire/exchange.ts'
import type { Fault } from '../../contract/wire/fault.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Partner } from '../../fixtures/partners.ts'
import type { Entry } from '../journal/journal-entry.ts'
import { redactedHeaders, redactorOf } from '../journal/redact-request.ts'
import { type Inbound, NO_BODY } from '../message/request.ts'
import type { Mock } from '../sandbox/mock.ts'
import { type Order, type Summary, summaryAt } from '../store/order.ts'
import { type Account, chain, type MaybePromise, type SandboxState } from '../store/store.ts'
import type { Asked } from './explain/asked.ts'
import type { Refused } from './problem-types.ts'

/** The operation that a request was routed to; `undefined` if it is not one. */
export type RoutedOperation = OperationId | undefined

/** One request on its way through the mock, and what is known about it so far. */
export class Call {
  readonly mock: Mock
  readonly inbound: Inbound
  readonly recording: Entry
  readonly operation: RoutedOperation
  body = NO_BODY
  partner: Partner | undefined = undefined
  /** The last state of the caller's sandbox that the store returned; undefined before the first one. */
  sandbox: SandboxState | undefined = undefined
  #redact: ((text: string) => string) | undefined

  /** Records the request in the journal, also if it is refused. */
  constructor(mock: Mock, inbound: Inbound, operation: RoutedOperation) {
    this.mock = mock
    this.inbound = inbound
    this.operation = operation
    this.recording = mock.journal.arrive(inbound, mock.redaction)
    if (operation !== undefined) this.recording.operation(operation)
  }

  get redact(): (text: string) => string {
    this.#redact ??= redactorOf(this.inbound.rawHeaders, this.mock.redaction)
    return this.#redact
  }
}

export type AdmittedCall = Call & { readonly partner: Partner }

export type OperationCall = AdmittedCall & { readonly operation: OperationId }

export type Served = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type Outcome = (Served | Refused) & { readonly fault?: Fault }

export function served({ mock, operation }: OperationCall, body: string): Served {
  return { headers: mock.servedHeaders[operation], body }
}

export function revokedKey({ mock }: Call): Refused {
  const detail =
    'The key is revoked, by the scenario of a card it bought or by the operator. Use another key, or reset it.'
  return { code: 'unauthenticated', detail, field: mock.profile.auth.header }
}

export function callerAccount({ partner }: AdmittedCall): Account {
  return { sandbox: partner.key, openingBalance: partner.openingBalance }
}

export function enterSandbox(call: AdmittedCall): MaybePromise<SandboxState> {
  if (call.sandbox !== undefined) return call.sandbox
  return chain(call.mock.store.enter(callerAccount(call)), (state) => {
    call.sandbox = state
    return state
  })
}

/** A refusal, or that of a revoked key, which comes before any other. */
export function unlessRevoked(call: AdmittedCall, refused: Refused): MaybePromise<Refused> {
  return chain(enterSandbox(call), ({ isRevoked }) => (isRevoked ? revokedKey(call) : refused))
}

/** The request of a call for the comparison with the operations, without the key. */
export function askedOf({ mock, inbound, body, redact }: Call): Asked {
  const key = mock.keyIn(inbound.header(mock.profile.auth.header) ?? '')
  const target = redact(inbound.target)
  const mark = target.indexOf('?')
  return {
    method: inbound.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: redactedHeaders(inbound.rawHeaders, redact),
    hasKey: key !== undefined && isTestKey(key),
    body: body.kind === 'text' ? redact(body.text) : null,
  }
}

type OrderAt = { readonly order: Order; readonly scenario: Scenario; readonly now: number }

/** An order's summary at a moment, at the position of the operation (§4.1). */
export function servedOrder(call: OperationCall, { order, scenario, now }: OrderAt): Served {
  const summary = summaryAt(order, now, call.mock.profile.states)
  const isPurchase = call.operation === 'createOrder'
  return served(call, JSON.stringify(orderAnswerBody(isPurchase, summary, scenario.extraFields)))
}

/** Undocumented fields are at every level, and where the other answer has its summary. */
function orderAnswerBody(isPurchase: boolean, summary: Summary, hasExtraFields: boolean): object {
  if (!hasExtraFields) return { data: { order: isPurchase ? { order: summary } : summary } }
  const extended = { ...summary, ...EXTRA_IN_SUMMARY }
  const order = isPurchase ? { ...ELSEWHERE, order: extended } : { ...extended, order: ELSEWHERE }
  return { meta: { trace: 'c0ffee', warnings: [] }, data: { order, links: { self: '/orders' } } }
}

const EXTRA_IN_SUMMARY = { settlement: { batch: 7, currency: 'XTS' }, tags: ['new'], note: null }

/** What a client reads if it uses the position of the other answer. */
const ELSEWHERE = { status: 'NOT_THE_SUMMARY' }

export function recordOrder(
  call: OperationCall,
  { partnerReference, sku }: OrderRequest,
  effect: OrderEffect,
): void {
  call.recording.order({ partnerReference, sku, effect })
}

/** Counts a request about something; the first one is 1. */
export function countAttempt(call: OperationCall, subject: string): MaybePromise<number> {
  return call.mock.store.countAttempt(callerAccount(call), subject)
}
