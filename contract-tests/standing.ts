import type { ServerClauseId } from '../contract/reference/server-clauses.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { isPollAfter } from '../contract/wire/processing.ts'
import {
  Broken,
  type Call,
  dataOf,
  described,
  findsNothing,
  isProcessing,
  NotObserved,
  says,
  summaryOf,
  withoutData,
} from './answers.ts'
import { pingSays } from './checks/reads.ts'
import { endingOf, isLookupKnown, isSettlingTimeKnown } from './follow.ts'
import { ENDED, type Order } from './order.ts'
import type { Service } from './service.ts'

/** Something that must hold for every answer of a run. It is judged once, at the end, from the recorded calls. */
export type StandingCheck = {
  readonly clause: ServerClauseId
  readonly name: string
  /** A sentence that is true of a server that keeps the clause. */
  readonly title: string
  readonly needs?: readonly ServerClauseId[]
  /** Returns how many answers or orders it judged. @throws {Broken | NotObserved} for one that does not hold. */
  judge(service: Service): number
}

/** True for an answer with data to this operation, if the request carried the run's own key. */
const isOf = (operation: OperationId) => (call: Call) =>
  call.key === 'own' && call.exchange.operation === operation && dataOf(call) !== undefined

const EVERY_ANSWER: readonly StandingCheck[] = [
  {
    clause: 'data-envelope',
    name: 'every-answer',
    title: 'every success of the run has a top-level data object',
    judge: ({ calls }) =>
      each(
        calls.filter((call) => call.key === 'own' && isEnveloped(call)),
        (call) => {
          if (isObject(call.json) && isObject(call.json.data)) return
          throw new Broken(
            `Expected a top-level data object in every success; ${described(call)} ${withoutData(call)}.`,
            [call],
          )
        },
      ),
  },
  {
    clause: 'ping-ok',
    name: 'every-answer',
    title: 'every ping of the run says "ok"',
    judge: (service) =>
      each(service.calls.filter(isOf('ping')), (call) => pingSays(service, call, 'status', 'ok')),
  },
  {
    clause: 'ping-mode-test',
    name: 'every-answer',
    title: 'every ping of the run says "TEST"',
    judge: (service) =>
      each(service.calls.filter(isOf('ping')), (call) => pingSays(service, call, 'mode', 'TEST')),
  },
  {
    clause: 'purchase-position',
    name: 'every-answer',
    title: 'the summary of every purchase, identical bodies included, stands at data.order.order',
    judge: ({ calls }) =>
      each(calls.filter(isOf('createOrder')), (call) => standsAt(call, 'data.order.order')),
  },
  {
    clause: 'lookup-position',
    name: 'every-answer',
    title: 'the summary of every lookup stands at data.order',
    needs: ['purchase-position'],
    judge: (service) =>
      each(
        service.calls.filter((call) => isOf('lookupOrder')(call) && isFound(service, call)),
        (call) => standsAt(call, 'data.order'),
      ),
  },
  {
    clause: 'processing-has-poll-after',
    name: 'every-answer',
    title: 'every PROCESSING summary carries pollAfterSeconds, a number of seconds',
    judge: ({ calls }) =>
      each(
        calls.filter((call) => call.key === 'own' && isProcessing(call)),
        (call) => {
          const found = summaryOf(call)?.pollAfterSeconds
          if (isPollAfter(found)) return
          throw new Broken(
            `Expected pollAfterSeconds, a number of seconds, beside PROCESSING; ${described(call)} with ${JSON.stringify(found) ?? 'none'}.`,
            [call],
          )
        },
      ),
  },
]

const ASKED = {
  'new-reference-new-purchase': 'a purchase under a new reference',
  'same-body-same-purchase': 'an identical body',
  'lookup-position': 'a lookup',
} as const

/** What must hold for every order that was bought. */
const EVERY_ORDER: readonly StandingCheck[] = [
  {
    clause: 'lookup-position',
    name: 'stays-found',
    title: 'an order that was bought is found by its lookup, and stays found',
    needs: ['new-reference-new-purchase', 'purchase-position'],
    judge: (service) =>
      each(
        boughtOrders(service).filter((order) => order.isAbandoned !== true),
        (order) => staysFound(service, order),
      ),
  },
  {
    clause: 'purchase-survives-timeout',
    name: 'stays-found',
    title: 'an order whose client disconnected is found by its lookup, once its body was sent again',
    needs: ['new-reference-new-purchase', 'purchase-position', 'lookup-position'],
    judge: (service) =>
      each(
        boughtOrders(service).filter((order) => order.isAbandoned === true),
        (order) => staysFound(service, order),
      ),
  },
  {
    clause: 'order-leaves-processing',
    name: 'every-order',
    title: 'every order that was followed stopped being PROCESSING in time',
    needs: ['processing-has-poll-after', 'lookup-position'],
    judge: (service) =>
      each(
        boughtOrders(service).filter(({ ending }) => ending !== undefined),
        (order) => leavesProcessing(service, order),
      ),
  },
  {
    clause: 'order-leaves-processing',
    name: 'never-back',
    title: 'a lookup never says PROCESSING for an order that had settled',
    judge: (service) => each(settledOrders(service), (order) => neverBack(service, order, false)),
  },
  {
    clause: 'same-body-same-purchase',
    name: 'never-back',
    title: 'a settled order stays as it is when its body is sent again',
    needs: ['order-leaves-processing'],
    judge: (service) =>
      each(
        settledOrders(service).filter((order) => order.isAbandoned !== true),
        (order) => {
          neverBack(service, order, true)
          neverChanged(service, order)
        },
      ),
  },
  {
    clause: 'purchase-survives-timeout',
    name: 'never-back',
    title: 'a settled order whose client disconnected stays settled when its body is sent again',
    needs: ['order-leaves-processing', 'same-body-same-purchase'],
    judge: (service) =>
      each(
        settledOrders(service).filter((order) => order.isAbandoned === true),
        (order) => neverBack(service, order, true),
      ),
  },
  ...(['new-reference-new-purchase', 'same-body-same-purchase', 'lookup-position'] as const).map(
    (clause): StandingCheck => ({
      clause,
      name: 'own-order',
      title: `${ASKED[clause]} is answered with the right order, if the answer names a reference`,
      needs: clause === 'new-reference-new-purchase' ? [] : ['new-reference-new-purchase'],
      judge: (service) => each(boughtOrders(service), (order) => showsItself(service, order, clause)),
    }),
  ),
]

/** Every standing check, in the order of a report. */
export const STANDING: readonly StandingCheck[] = [...EVERY_ANSWER, ...EVERY_ORDER]

function each<Item>(items: readonly Item[], judge: (item: Item) => void): number {
  for (const item of items) judge(item)
  return items.length
}

/** Only a lookup that finds nothing may be a success without data. */
function isEnveloped(call: Call): boolean {
  if (says(call) !== 'yes') return false
  return call.exchange.operation !== 'lookupOrder' || !findsNothing(call)
}

function standsAt(call: Call, place: string): void {
  if (summaryOf(call) !== undefined) return
  throw new Broken(`Expected the summary at ${place}; ${described(call)} without a status there.`, [call])
}

/** True if a lookup was sent after its order was bought, and found something. */
function isFound({ orders }: Service, call: Call): boolean {
  const isBought = orders.some(
    ({ reference, boughtMs }) =>
      reference === call.reference && (boughtMs ?? Number.POSITIVE_INFINITY) < call.sentMs,
  )
  return isBought && !findsNothing(call)
}

function boughtOrders({ orders }: Service): readonly Order[] {
  return orders.filter(({ summary }) => summary !== undefined)
}

function staysFound(service: Service, order: Order): void {
  const lookups = service
    .callsAbout(order)
    .filter((call) => call.exchange.operation === 'lookupOrder' && says(call) !== 'nothing')
  const first = lookups.findIndex((call) => summaryOf(call) !== undefined)
  const last = lookups.slice(-2)
  if (order.ending === 'never-found' && isPlain(order) && isLookupKnown(service))
    throw new Broken(
      `Expected a lookup to find the order ${order.reference}, which was bought; none did.`,
      last,
    )
  if (first >= 0 && lookups.length > first + 2 && last.every(findsNothing))
    throw new Broken(
      `Expected the lookup to keep finding the order ${order.reference}; it found it at first, and the last two times it did not.`,
      last,
    )
}

/**
 * True for a reference whose lookup needs no escape except for a colon. Other characters may be a limit of the service.
 */
function isPlain({ reference }: Order): boolean {
  return /^[\w:-]+$/.test(reference)
}

function leavesProcessing(service: Service, order: Order): void {
  const { reference, ending } = order
  if (ENDED.includes(ending)) return
  const seconds = service.profile.limits.settleSeconds
  const polls = service.callsAbout(order).filter(isProcessing).slice(-2)
  if (ending === 'still-processing' && isSettlingTimeKnown(service))
    throw new Broken(
      `Expected the order ${reference} to settle within ${seconds} s, as the profile says; it was still PROCESSING then.`,
      polls,
    )
  if (ending === 'still-processing')
    throw new NotObserved(
      `The order ${reference} was still PROCESSING after ${seconds} s, which is an assumption of the profile: set limits.settleSeconds as the operator says, and its provenance.`,
    )
  if (ending === 'too-slow')
    throw new NotObserved(
      `The order ${reference} asked for a longer wait than an order is polled for (limits.settleSeconds, ${seconds} s).`,
    )
}

function settledOrders(service: Service): readonly Order[] {
  return boughtOrders(service).filter((order) => settledCall(service, order) !== undefined)
}

function settledCall(service: Service, order: Order): Call | undefined {
  return service
    .callsAbout(order)
    .find((call) => endingOf(summaryOf(call)?.status ?? '', service) !== undefined)
}

/**
 * Expects a settled order to stay settled. A lookup is later if it was sent after the settled answer had come. An
 * answer to an identical body does not count, since a service may keep its first answer and repeat it.
 */
function neverBack(service: Service, order: Order, isAfterResend: boolean): void {
  const calls = service.callsAbout(order)
  const settled = settledCall(service, order)
  if (settled === undefined) return
  const back = calls.find(
    (call) =>
      call.exchange.operation === 'lookupOrder' && call.sentMs > settled.endedMs && isProcessing(call),
  )
  if (back === undefined) return
  const isResent = calls.some(
    ({ exchange, sentMs }) =>
      exchange.operation === 'createOrder' && sentMs > settled.endedMs && sentMs <= back.sentMs,
  )
  if (isResent !== isAfterResend) return
  const status = summaryOf(settled)?.status
  const after = isResent ? ' after its body was sent again' : ''
  throw new Broken(
    `Expected the order ${order.reference}, which was ${status}, to stay so; a lookup said PROCESSING${after}.`,
    [settled, back],
  )
}

/** Expects no answer to an identical body to show another settled state. */
function neverChanged(service: Service, order: Order): void {
  const settled = settledCall(service, order)
  const ending = settled && endingOf(summaryOf(settled)?.status ?? '', service)
  for (const call of service.callsAbout(order)) {
    const status = summaryOf(call)?.status ?? ''
    const other = endingOf(status, service)
    if (
      settled === undefined ||
      other === undefined ||
      other === ending ||
      call.exchange.operation !== 'createOrder'
    )
      continue
    throw new Broken(
      `Expected the order ${order.reference} to stay ${summaryOf(settled)?.status}; its body, sent again, was answered with ${status}.`,
      [settled, call],
    )
  }
}

/** Expects no answer to show the reference of another order of the run. */
function showsItself(service: Service, order: Order, clause: keyof typeof ASKED): void {
  const others = new Set(
    service.orders.map(({ reference }) => reference).filter((reference) => reference !== order.reference),
  )
  const calls = service.callsAbout(order)
  const sends = calls.filter(({ exchange }) => exchange.operation === 'createOrder')
  const [first] = sends.toSorted((one, other) => one.sentMs - other.sentMs)
  for (const call of calls) {
    const shown = summaryOf(call)?.partnerReference
    if (typeof shown !== 'string' || !others.has(shown)) continue
    const isLookup = call.exchange.operation === 'lookupOrder'
    const asked = isLookup
      ? 'lookup-position'
      : call === first
        ? 'new-reference-new-purchase'
        : 'same-body-same-purchase'
    if (asked === clause)
      throw new Broken(`Expected the order ${order.reference}; ${described(call)} with the order ${shown}.`, [
        call,
      ])
  }
}
