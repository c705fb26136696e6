import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Fault } from '../../contract/wire/fault.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { ORDERED_FAULTS } from '../../contract/wire/ordered-fault.ts'
import { ORDINARY, SCENARIOS } from '../../fixtures/scenarios.ts'
import { Account, isFound, type Order, summaryOf } from './account.fixture.ts'

export type Asked = { readonly method: string; readonly target: string; readonly body?: string | null }

export type Answer = {
  readonly operation: OperationId | null
  /** As it was decided, also where it is lost; null where nothing was decided. */
  readonly status: number | null
  readonly document: object
  readonly order: Exchange['order']
  readonly fault: Fault | undefined
}

export type ServiceOptions = {
  readonly cards?: readonly Scenario[]
  /** In minor units. Default: 5000.00. */
  readonly openingBalance?: number
  /** Whether an answer can break off in its middle: without that, what would do so is refused. */
  readonly canCut?: boolean
}

type Reply = Pick<Answer, 'status' | 'document'> & { readonly effect?: 'recorded' | 'replayed' }
type Ordered = { readonly partnerReference: string; readonly sku: string }

const OPERATIONS: readonly (readonly [RegExp, OperationId])[] = [
  [/^GET \/ping$/, 'ping'],
  [/^GET \/products$/, 'listProducts'],
  [/^GET \/products\/[^/]+\/price$/, 'getPrice'],
  [/^GET \/balance$/, 'getBalance'],
  [/^POST \/orders$/, 'createOrder'],
  [/^GET \/orders\/[^/]+$/, 'lookupOrder'],
]
const REFUSED = {
  unavailable: 503,
  'rate-limited': 429,
  'withdrawn-sku': 422,
  'internal-error': 500,
  'bad-gateway': 502,
} as const
/** The only places at which the answers with undocumented fields have a summary that can not be used. */
const ELSEWHERE = { status: 'NOT_THE_SUMMARY' }

/**
 * The documented service, as one key sees it, with the answers of the default profile: the oracle of the mock, and what
 * clients talk to in tests. It shares no code with a judge nor with the mock, so that neither is held to itself.
 *
 * @example
 * const service = new DocumentedService()
 * service.answer({ method: 'GET', target: '/balance' }, Date.now()).status // 200
 */
export class DocumentedService {
  readonly account: Account
  readonly #cards: ReadonlyMap<string, Scenario>
  readonly #canCut: boolean
  readonly #counts = new Map<string, number>()

  constructor(options: ServiceOptions = {}) {
    const { cards = SCENARIOS, openingBalance = 500_000, canCut = true } = options
    this.account = new Account(openingBalance)
    this.#cards = new Map([...cards, { ...ORDINARY, sku: 'CARD-25' }].map((card) => [card.sku, card]))
    this.#canCut = canCut
  }

  /** @param now milliseconds, by the clock of the key. */
  answer(asked: Asked, now: number): Answer {
    const [path = ''] = asked.target.split('?')
    const operation = OPERATIONS.find(([form]) => form.test(`${asked.method} ${path}`))?.[1] ?? null
    const named = decodeURIComponent(path.split('/')[2] ?? '')
    const plainly = (reply: Reply): Answer => ({ ...reply, operation, order: null, fault: undefined })
    if (this.account.isRevoked) return plainly(refusal(401))
    if (operation === 'createOrder') return this.#buy(asked.body ?? '', now)
    if (operation === 'lookupOrder') return this.#lookUp(named, now)
    const card = this.#cards.get(named)
    if (operation === 'ping') return plainly(found({ status: 'ok', mode: 'TEST' }))
    if (operation === 'listProducts')
      return plainly(found({ products: [...this.#cards.keys()].map((sku) => ({ sku })) }))
    if (operation === 'getBalance') return plainly(found({ balance: amountOf(this.account.available(now)) }))
    if (operation === null || card === undefined) return plainly(refusal(404))
    return plainly(found({ price: amountOf(card.price) }))
  }

  #buy(body: string, now: number): Answer {
    const ordered = orderIn(body)
    const answered = ({ effect, ...reply }: Reply, fault?: Fault): Answer => {
      const order = ordered === undefined ? null : { ...ordered, effect: effect ?? ('none' as const) }
      return { ...reply, operation: 'createOrder', order, fault }
    }
    const card = this.#cards.get(ordered?.sku ?? '')
    if (ordered === undefined || card === undefined) return answered(refusal(422))
    const next = this.account.take('createOrder')
    const fits = (fault: Fault | undefined) => this.#canCut || !isCut(fault)
    const own = card.faults.filter(({ on }) => next === undefined || on !== 'createOrder')
    if (!own.every(fits)) return answered(refusal(422))
    const attempt = this.#count('createOrder', ordered.partnerReference, card)
    const course = this.#courseOf(attempt, card)
    const fault = next === undefined ? faultOf(card, 'createOrder', attempt) : ORDERED_FAULTS[next]
    if (!fits(fault)) return answered(refusal(422))
    if (fault?.at === 'before-recording') return answered(refusedBy(fault), fault)
    const purchase = {
      ...ordered,
      price: card.price,
      course,
      ...(card.revokesKey && { revokesKey: true as const }),
    }
    const placed = this.#place(purchase, card, now)
    return answered(fault?.does.kind === 'refuse' ? { ...placed, ...refusedBy(fault) } : placed, fault)
  }

  #place(purchase: Omit<Order, 'placedAt'>, card: Scenario, now: number): Reply {
    const placement = this.account.place(purchase, now, true)
    if (placement.kind === 'conflict') return refusal(409)
    if (placement.kind === 'insufficient-balance') return refusal(402)
    // What is left of the kinds: a revoked key was refused before, and a fault was taken.
    if (!('order' in placement)) throw new Error(`An order can't be ${placement.kind} here.`)
    const effect = placement.kind === 'recorded' ? 'recorded' : 'replayed'
    return { ...shown('createOrder', placement.order, card, now), effect }
  }

  #lookUp(reference: string, now: number): Answer {
    const order = this.account.orders.get(reference)
    const card = this.#cards.get(order?.sku ?? '')
    const isKnown = order !== undefined && card !== undefined && isFound(order, now)
    const next = this.account.take('lookupOrder')
    const attempt = isKnown ? this.#count('lookupOrder', reference, card) : 0
    const own = isKnown ? faultOf(card, 'lookupOrder', attempt) : undefined
    const fault = next === undefined ? own : { ...ORDERED_FAULTS[next], on: 'lookupOrder' as const }
    const about = isKnown
      ? { partnerReference: order.partnerReference, sku: order.sku, effect: 'none' as const }
      : null
    const answered = (reply: Reply, struck?: Fault): Answer => {
      return { ...reply, operation: 'lookupOrder', order: about, fault: struck }
    }
    if (next !== undefined && !this.#canCut && isCut(fault)) return answered(refusal(422))
    const plain = isKnown ? shown('lookupOrder', order, card, now) : refusal(404)
    const isRefused = fault?.does.kind === 'refuse' || fault?.at === 'before-recording'
    return answered(isRefused ? refusedBy(fault) : plain, fault)
  }

  /** Which request of an operation about a reference it is: only those about scripted cards are counted. */
  #count(on: Fault['on'], reference: string, { faults, laterCourse }: Scenario): number {
    const isLater = on === 'createOrder' && laterCourse !== undefined
    return isLater || faults.some((one) => one.on === on) ? this.#counted(`${on} ${reference}`) : 0
  }

  #counted(subject: string): number {
    const count = (this.#counts.get(subject) ?? 0) + 1
    this.#counts.set(subject, count)
    return count
  }

  #courseOf(attempt: number, { sku, course, laterCourse }: Scenario): Scenario['course'] {
    if (laterCourse === undefined || attempt > 1) return course
    return this.#counted(`order of ${sku}`) === 1 ? course : laterCourse
  }
}

/** The order that a body asks for: undefined where it is not exactly the two fields (§4). */
export function orderIn(body: string): Ordered | undefined {
  try {
    const { partnerReference, sku, ...more } = JSON.parse(body)
    const isWhole = typeof partnerReference === 'string' && typeof sku === 'string'
    return isWhole && Object.keys(more).length === 0 ? { partnerReference, sku } : undefined
  } catch {
    return undefined
  }
}

/** The faults of an operation that a scenario has strike one after another. */
function faultOf({ faults }: Scenario, on: Fault['on'], attempt: number): Fault | undefined {
  const met = faults
    .filter((one) => one.on === on)
    .flatMap(({ after = 0, ...fault }) => [
      ...Array.from({ length: after }, () => undefined),
      ...Array.from({ length: fault.times ?? attempt }, () => fault),
    ])
  return met[attempt - 1]
}

function losesConnection(fault: Fault | undefined): boolean {
  return fault?.does.kind === 'reset' || fault?.does.kind === 'close'
}

function isCut(fault: Fault | undefined): boolean {
  return fault?.at === 'in-answer' && losesConnection(fault)
}

function refusedBy(fault: Fault | undefined): Reply {
  return fault?.does.kind === 'refuse' ? refusal(REFUSED[fault.does.cause]) : { status: null, document: {} }
}

/** An order, its summary at the position of the operation (§4.1). */
function shown(operation: OperationId, order: Order, { extraFields }: Scenario, now: number): Reply {
  const summary = { ...summaryOf(order, now), ...(extraFields && { tags: ['new'] }) }
  if (operation === 'createOrder') return found({ order: { ...(extraFields && ELSEWHERE), order: summary } })
  return found({ order: { ...summary, ...(extraFields && { order: ELSEWHERE }) } })
}

function found(data: object): Reply {
  return { status: 200, document: { data } }
}

function refusal(status: number): Reply {
  return { status, document: { title: 'Refused', status } }
}

function amountOf(minorUnits: number): object {
  return { amount: (minorUnits / 100).toFixed(2), currency: 'USD' }
}

/** How much of an answer arrives at a client who waits. */
export function deliveryOf({ fault }: Pick<Answer, 'fault'>): 'delivered' | 'cut' | 'lost' {
  if (!losesConnection(fault)) return 'delivered'
  return isCut(fault) ? 'cut' : 'lost'
}
