import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Fault } from '../../contract/wire/fault.ts'
import type { OperationId } from '../../contract/wire/operations.ts'

type Request = Exchange['request']
type Known = Pick<Exchange, 'operation' | 'response' | 'delivery' | 'order' | 'fault'>
type Order = { readonly sku: string; readonly placedMs: number; readonly course: Scenario['course'] }
type Reply = { readonly status: number; readonly document: object; readonly order?: Exchange['order'] }

const PROBLEM = { title: 'Refused' }
const OPERATIONS: readonly (readonly [RegExp, OperationId])[] = [
  [/^GET \/ping$/, 'ping'],
  [/^GET \/products$/, 'listProducts'],
  [/^GET \/products\/[^/]+\/price$/, 'getPrice'],
  [/^GET \/balance$/, 'getBalance'],
  [/^POST \/orders$/, 'createOrder'],
  [/^GET \/orders\/[^/]+$/, 'lookupOrder'],
]
const REFUSED: Record<string, number> = {
  unavailable: 503,
  'rate-limited': 429,
  'withdrawn-sku': 404,
  'internal-error': 500,
  'bad-gateway': 502,
}
const ANSWER_MS = 2

/** What a mock would answer and record, as far as a journal of a client needs it. */
export class ScriptedService {
  readonly openingBalance = 15_000
  readonly #scenario: Scenario
  readonly #orders = new Map<string, Order>()
  readonly #attempts = new Map<string, number>()
  #isRevoked = false

  constructor(scenario: Scenario) {
    this.#scenario = scenario
  }

  /** @param hangsUpMs when the client times out. */
  answer(request: Request, atMs: number, hangsUpMs: number) {
    const operation =
      OPERATIONS.find(([form]) => form.test(`${request.method} ${request.target.split('?')[0]}`))?.[1] ?? null
    const reference =
      operation === 'createOrder' ? bodyOf(request).partnerReference : request.target.split('/')[2]
    const fault = this.#faultOf(operation, String(reference))
    const isRefused = fault?.does.kind === 'refuse'
    const isBefore = fault?.at === 'before-recording'
    const reply = isBefore ? { status: 0, document: {} } : this.#reply(operation, request, atMs)
    const shown = isRefused
      ? {
          status: REFUSED[fault.does.kind === 'refuse' ? fault.does.cause : ''] ?? 500,
          document: PROBLEM,
        }
      : reply
    const delivery = deliveryOf(fault, atMs, hangsUpMs)
    const response = {
      status: shown.status,
      headers: {},
      body: JSON.stringify(shown.document),
      answeredMs: atMs + ANSWER_MS / 2,
    }
    const wasSaid = shown.status !== 0
    const known: Known = {
      operation,
      response: wasSaid ? response : null,
      delivery,
      order: orderNote(operation, request, reply),
      fault: fault === undefined ? null : { at: fault.at, does: fault.does.kind },
    }
    const arrived = delivery.outcome === 'delivered' && wasSaid
    const { data } = shown.document as { data?: unknown }
    return { known, answer: arrived ? { status: shown.status, data } : { status: 0, data: undefined } }
  }

  #faultOf(operation: OperationId | null, reference: string): Fault | undefined {
    const fault = this.#scenario.faults.find(({ on }) => on === operation)
    if (fault === undefined || this.#isRevoked) return undefined
    const attempt = (this.#attempts.get(`${operation} ${reference}`) ?? 0) + 1
    this.#attempts.set(`${operation} ${reference}`, attempt)
    const { after = 0, times } = fault
    return attempt > after && attempt - after <= (times ?? attempt) ? fault : undefined
  }

  #reply(operation: OperationId | null, request: Request, atMs: number): Reply {
    if (this.#isRevoked) return { status: 401, document: PROBLEM }
    const { sku, price } = this.#scenario
    if (operation === 'ping') return ok({ status: 'ok', mode: 'TEST' })
    if (operation === 'listProducts') return ok({ products: [{ sku }, { sku: 'CARD-25' }] })
    if (operation === 'getPrice') return ok({ price: { amount: (price / 100).toFixed(2), currency: 'USD' } })
    if (operation === 'getBalance') return ok({ balance: { amount: '150.00', currency: 'USD' } })
    if (operation === 'createOrder') return this.#place(request, atMs)
    return operation === 'lookupOrder' ? this.#find(request, atMs) : { status: 404, document: PROBLEM }
  }

  #place(request: Request, atMs: number): Reply {
    const { partnerReference, sku } = bodyOf(request)
    const isWellFormed = Object.keys(bodyOf(request)).length === 2 && typeof partnerReference === 'string'
    if (!isWellFormed || typeof sku !== 'string') return { status: 422, document: PROBLEM }
    if (![this.#scenario.sku, 'CARD-25'].includes(sku)) return { status: 404, document: PROBLEM }
    const known = this.#orders.get(partnerReference)
    if (known !== undefined && known.sku !== sku) return { status: 409, document: PROBLEM }
    if (known === undefined && this.#scenario.price > this.openingBalance)
      return { status: 402, document: PROBLEM }
    const { course, laterCourse = course } = this.#scenario
    const order = known ?? { sku, placedMs: atMs, course: this.#orders.size === 0 ? course : laterCourse }
    this.#orders.set(partnerReference, order)
    this.#isRevoked = this.#scenario.revokesKey
    const effect = known === undefined ? 'recorded' : 'replayed'
    return { ...ok(this.#shown('purchase', order, atMs)), order: { partnerReference, sku, effect } }
  }

  #find({ target }: Request, atMs: number): Reply {
    const partnerReference = decodeURIComponent(target.split('/')[2] ?? '')
    const order = this.#orders.get(partnerReference)
    const hiddenMs = (this.#scenario.course.hiddenForSeconds ?? 0) * 1000
    if (order === undefined || atMs < order.placedMs + hiddenMs) return { status: 404, document: PROBLEM }
    const { sku } = order
    return { ...ok(this.#shown('lookup', order, atMs)), order: { partnerReference, sku, effect: 'none' } }
  }

  #shown(kind: 'purchase' | 'lookup', order: Order, atMs: number): object {
    const summary = this.#summary(order, atMs)
    if (!this.#scenario.extraFields) return { order: kind === 'purchase' ? { order: summary } : summary }
    const elsewhere = { status: 'NOT_THE_SUMMARY' }
    const extended = { ...summary, tags: ['new'] }
    return {
      order: kind === 'purchase' ? { ...elsewhere, order: extended } : { ...extended, order: elsewhere },
      links: {},
    }
  }

  #summary({ placedMs, course }: Order, atMs: number): object {
    const { processing, settles } = course
    let endsMs = placedMs
    for (const { forSeconds, pollAfterSeconds } of processing) {
      endsMs += forSeconds * 1000
      if (atMs < endsMs) return { status: 'PROCESSING', pollAfterSeconds }
    }
    return {
      status:
        typeof settles === 'object' ? settles.state : { success: 'COMPLETED', failure: 'FAILED' }[settles],
    }
  }
}

function ok(data: object): Reply {
  return { status: 200, document: { data } }
}

function bodyOf({ body }: Request): Record<string, unknown> {
  try {
    return Object(JSON.parse(body ?? '{}'))
  } catch {
    return {}
  }
}

function orderNote(operation: OperationId | null, request: Request, { order }: Reply): Exchange['order'] {
  if (order !== undefined || operation !== 'createOrder') return order ?? null
  const { partnerReference, sku } = bodyOf(request)
  const isReadable = typeof partnerReference === 'string' && typeof sku === 'string'
  return isReadable ? { partnerReference, sku, effect: 'none' } : null
}

function deliveryOf(
  fault: Fault | undefined,
  atMs: number,
  hangsUpMs: number,
): NonNullable<Exchange['delivery']> {
  const does = fault?.does
  if (does?.kind === 'stall' || does?.kind === 'dribble') {
    const endsMs = atMs + does.seconds * 1000
    if (endsMs <= hangsUpMs) return { outcome: 'delivered', atMs: endsMs }
    return { outcome: does.kind === 'stall' ? 'lost' : 'cut', atMs: hangsUpMs }
  }
  const isBroken = does?.kind === 'reset' || does?.kind === 'close'
  const outcome = isBroken ? (fault?.at === 'in-answer' ? 'cut' : 'lost') : 'delivered'
  return { outcome, atMs: atMs + ANSWER_MS }
}
