import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import type { KeyUsed } from '../../history/history.ts'
import type { Choices } from './choices.fixture.ts'

/** One request of the model. */
export type Call = {
  readonly operation: OperationId
  readonly key: KeyUsed
  readonly reference?: string
  readonly sku?: string
  /** Whether its client goes away, and whether it is sent at the same moment as another one. */
  readonly isAbandoned?: boolean
  readonly isBeside?: boolean
}

/** What the model answers: no status where nothing arrives. */
export type Reply = { readonly status: number | null; readonly body: unknown }

/** The one place at which a clause is relaxed. */
export type Slip = { readonly way: string; readonly call: Call; readonly ms: number }

type Order = {
  readonly reference: string
  readonly sku: string
  readonly boughtMs: number
  readonly earlyMs: number
  readonly settlesMs: number
  readonly end: string
  wasAbandoned: boolean
}
type Slips = (way: string) => boolean
type Movement = { readonly atMs: number; readonly cents: number }

/** Each way in which one clause is relaxed at one place. */
export const WAYS = {
  'data-envelope': ['no data', 'data is null', 'not JSON'],
  'ping-ok': ['status fine', 'status missing'],
  'ping-mode-test': ['mode LIVE', 'mode missing'],
  'product-has-sku': ['sku missing', 'sku a number'],
  'price-per-sku': ['price 404', 'price 400'],
  'balance-readable': ['balance 404', 'balance 500'],
  'order-two-fields': ['orders 422', 'orders 400', 'orders 500'],
  'purchase-position': ['purchase at data.order', 'purchase at data.summary'],
  'lookup-position': [
    'lookup at data.order.order',
    'lookup at data.summary',
    'lookup of another',
    'forgotten',
    'never found',
  ],
  'same-body-same-purchase': [
    'charged again',
    'refused once',
    'refused always',
    'bought again as new',
    'twice at once',
  ],
  'new-reference-new-purchase': ['merged', 'new refused'],
  'purchase-survives-timeout': ['lost', 'bought twice', 'survivor never found'],
  'processing-has-poll-after': ['poll missing', 'poll a text', 'poll negative'],
  'order-leaves-processing': ['back once', 'back for good', 'never settles'],
  'key-required': ['read without', 'bought without', 'charged without'],
  'ip-allowlist': ['read blocked', 'bought blocked', 'charged blocked'],
} as const satisfies Record<ServerClauseId, readonly string[]>

/** What a client does not hear at once. */
const OF_THE_ABANDONED: readonly string[] = [
  'lost',
  'survivor never found',
  'orders 422',
  'orders 400',
  'orders 500',
]
const WEATHER = [502, 503, 504, 429, null] as const
const REFUSED = { none: 401, nobody: 401, invalid: 400, blocked: 403, own: 0 } as const

/** A service as the reference documents it, with any answer to what it does not show; and one place relaxed. */
export class GeneratedService {
  readonly cards: ReadonlyMap<string, number>
  readonly orders = new Map<string, Order>()
  slip: Slip | undefined
  readonly #choices: Choices
  readonly #relaxed: { readonly way: string; turn: number } | undefined
  readonly #late: { readonly atMs: number; readonly call: Call }[] = []
  readonly #movements: Movement[] = []
  readonly #lost = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #hidden = new Map<string, number>()
  readonly #everAbandoned = new Set<string>()
  /** What its client has heard: `settled …` and `found …`. */
  readonly told = new Set<string>()
  /** What the reference does not show. */
  readonly is

  constructor(choices: Choices, relaxed?: { way: string; turn: number }) {
    this.#choices = choices
    this.#relaxed = relaxed?.way.startsWith('orders') ? { ...relaxed, turn: 0 } : relaxed
    const { pick, whole, chance } = choices
    this.is = {
      money: pick(['shown', 'shown', 'shown', 'shown', 'constant', 'absent']),
      debits: pick(['purchase', 'settlement']),
      price: pick(['flat', 'flat', 'fee', 'moving']),
      refunds: !chance(0.3),
      fails: pick([0, 0, 0.2, 0.5]),
      longestSettleMs: pick([0, 0, 1000, 4000]),
      early: chance(0.2),
      pollAfter: pick([0, 1, 0.5, 2]),
      status: pick([200, 201, 202]),
      names: chance(0.5),
      unknown: pick([404, 404, 200]),
      longest: pick([1000, 40]),
      isAscii: chance(0.2),
      lagMs: chance(0.3) ? whole(2000) : 0,
      replicas: pick(['all', 'one']),
      findsAfterMs: chance(0.3) ? whole(1000) : 0,
      weather: pick([0, 0.03, 0.12]),
      funds: chance(0.1) ? 30_000 : 1_000_000,
      opening: 0,
    }
    this.is.opening = this.is.funds
    this.cards = new Map([
      ['CARD-25', 2500],
      ...(chance(0.5) ? [['CARD-5', 500] as const] : []),
      ...(chance(0.3) ? [['CARD-100', 10_000] as const] : []),
    ])
  }

  /** What a request is answered with at a moment; `isNothing` where nothing is to be said, in the weather. */
  answer(call: Call, nowMs: number): Reply {
    for (const late of this.#late.splice(0)) {
      if (late.atMs > nowMs) this.#late.push(late)
      else this.#serve(late.call, late.atMs)
    }
    const request = [call.operation, call.key, call.reference, call.sku].join()
    const isBad = !this.#lost.delete(request) && this.#choices.chance(this.is.weather)
    const isRecorded = isBad && this.#choices.chance(0.5)
    if (isBad && !isRecorded) return this.#nothing(request)
    const before = this.slip
    const reply = this.#serve(call, nowMs)
    return isBad && this.slip === before ? this.#nothing(request) : reply
  }

  /** A request whose client goes away: recorded now, a moment later, or never. */
  abandon(call: Call, nowMs: number): void {
    const { chance, whole } = this.#choices
    this.#everAbandoned.add(call.reference ?? '')
    if (!chance(0.3)) this.#late.push({ atMs: nowMs + (chance(0.3) ? whole(200) : 0), call })
  }

  /** What the balance is, and what one of the replicas shows of it. */
  balance(nowMs: number): number {
    const fallen = this.#movements.filter(({ atMs }) => atMs <= nowMs)
    return this.is.opening - fallen.reduce((sum, { cents }) => sum + cents, 0)
  }

  /** Whether nothing moves the balance at a moment, and no replica is behind. */
  isAtRest(nowMs: number): boolean {
    return !this.#movements.some(({ atMs }) => atMs > nowMs - this.is.lagMs - 1)
  }

  #nothing(request: string): Reply {
    this.#lost.add(request)
    return { status: this.#choices.pick(WEATHER), body: { title: 'later' } }
  }

  /** Whether this is the place at which a clause is relaxed. */
  #slips(way: string, call: Call, nowMs: number): boolean {
    if (this.#relaxed?.way !== way || this.slip !== undefined) return false
    if (call.isAbandoned && !OF_THE_ABANDONED.includes(way)) return false
    if (this.#relaxed.turn-- > 0) return false
    this.slip = { way, call, ms: nowMs }
    return true
  }

  #serve(call: Call, nowMs: number): Reply {
    const { operation, key } = call
    const slips = (way: string) => this.#slips(way, call, nowMs)
    if (key !== 'own') {
      const kind = key === 'blocked' ? 'blocked' : 'without'
      if (operation === 'createOrder' && slips(`charged ${kind}`))
        this.#move(nowMs, this.cards.get(call.sku ?? '') ?? 0)
      else if (!slips(`${operation === 'createOrder' ? 'bought' : 'read'} ${kind}`))
        return refusal(REFUSED[key])
    }
    const reply = this.#operate(call, nowMs, slips)
    if (reply.status === null || reply.status >= 300 || call.isAbandoned) return reply
    if (slips('no data')) return { ...reply, body: (reply.body as { data: unknown }).data ?? {} }
    if (slips('data is null')) return { ...reply, body: { data: null } }
    return slips('not JSON') ? { ...reply, body: '<html>' } : reply
  }

  #operate(call: Call, nowMs: number, slips: Slips): Reply {
    const { lagMs, replicas, money } = this.is
    switch (call.operation) {
      case 'ping': {
        const status = slips('status fine') ? 'fine' : slips('status missing') ? undefined : 'ok'
        return yes({ status, mode: slips('mode LIVE') ? 'LIVE' : slips('mode missing') ? undefined : 'TEST' })
      }
      case 'listProducts': {
        const products: { sku: unknown }[] = [...this.cards.keys()].map((sku) => ({ sku }))
        if (slips('sku missing')) products.push({ sku: undefined })
        if (slips('sku a number')) products.unshift({ sku: 25 })
        return yes({ products })
      }
      case 'getPrice': {
        const price = this.cards.get(call.sku ?? '')
        if (price === undefined || slips('price 404')) return refusal(404)
        return slips('price 400') ? refusal(400) : yes({ price: amountOf(price) })
      }
      case 'getBalance': {
        const broken = ['balance 404', 'balance 500'].find((way) => this.slip?.way === way || slips(way))
        if (broken !== undefined) return refusal(Number(broken.slice(-3)))
        const isBehind = replicas === 'all' || this.#choices.chance(0.5)
        if (money === 'absent') return yes({ account: 'TEST' })
        return yes({
          balance: amountOf(money === 'constant' ? 99_900 : this.balance(nowMs - (isBehind ? lagMs : 0))),
        })
      }
      case 'createOrder':
        return this.#buy(call, nowMs, slips)
      default:
        return this.#lookUp(call, nowMs, slips)
    }
  }

  #buy(call: Call, nowMs: number, slips: Slips): Reply {
    const { reference = '', sku = '' } = call
    const broken = ['orders 422', 'orders 400', 'orders 500'].find(
      (way) => this.slip?.way === way || slips(way),
    )
    if (broken !== undefined) return refusal(Number(broken.slice(-3)))
    const known = this.orders.get(reference)
    if (this.#refused.has(reference)) return refusal(409)
    if (known === undefined) {
      const { longest, isAscii } = this.is
      if (reference.length > longest || (isAscii && /[^\x21-\x7e]/.test(reference))) return refusal(422)
      if (this.balance(nowMs) < (this.cards.get(sku) ?? 0) * 1.05) return refusal(402)
      const twin = [...this.orders.values()].find(
        (other) => other.sku === sku && other.reference !== reference,
      )
      const isPlainly = !this.#everAbandoned.has(reference) && twin !== undefined
      if (isPlainly && slips('new refused')) return refusal(409)
      if (isPlainly && slips('merged')) this.orders.set(reference, twin)
      else this.#record(call, nowMs)
      if (call.isAbandoned && slips('lost')) this.#refused.add(reference).add(`${reference} is not found`)
      if (call.isAbandoned && slips('survivor never found')) this.#refused.add(`${reference} is not found`)
      if (isPlainly && slips('never found')) this.#refused.add(`${reference} is not found`)
    } else if (!call.isAbandoned) {
      const { wasAbandoned } = known
      known.wasAbandoned = false
      if (wasAbandoned && slips('bought twice')) this.#charge(known, nowMs)
      else if (!wasAbandoned && !this.#everAbandoned.has(reference)) {
        if (call.isBeside && slips('twice at once')) this.#charge(known, nowMs)
        if (!call.isBeside && slips('charged again')) this.#charge(known, nowMs)
        if (slips('refused once')) return refusal(409)
        if (slips('refused always')) this.#refused.add(reference)
        if (this.#refused.has(reference)) return refusal(409)
        if (!call.isBeside && slips('bought again as new')) this.#record(call, nowMs)
      }
    }
    const order = this.orders.get(reference) as Order
    const summary = this.#summaryOf(order, call, nowMs, slips)
    if (slips('purchase at data.order')) return yes({ order: summary }, this.is.status)
    if (slips('purchase at data.summary')) return yes({ summary }, this.is.status)
    return yes({ order: { order: summary } }, this.is.status)
  }

  #record(call: Call, nowMs: number): void {
    const { whole, chance } = this.#choices
    const { longestSettleMs, fails, early, findsAfterMs } = this.is
    const { reference = '', sku = '' } = call
    const settlesMs = nowMs + whole(longestSettleMs)
    const end = chance(fails) ? 'FAILED' : 'COMPLETED'
    const wasAbandoned = call.isAbandoned === true
    const order: Order = {
      reference,
      sku,
      boughtMs: nowMs,
      earlyMs: early ? nowMs + whole((settlesMs - nowMs) / 2) : 0,
      settlesMs,
      end,
      wasAbandoned,
    }
    this.orders.set(reference, order)
    if (!this.#hidden.has(reference)) this.#hidden.set(reference, nowMs + whole(findsAfterMs))
    this.#charge(order, nowMs)
  }

  #charge({ sku, end, settlesMs }: Order, nowMs: number): void {
    const { debits, price, refunds } = this.is
    const card = this.cards.get(sku) ?? 0
    const cents =
      price === 'fee'
        ? card * 1.04
        : price === 'moving'
          ? Math.round(card * (1 + this.#choices.real() * 0.04))
          : card
    const restMs = Math.max(nowMs, settlesMs)
    if (debits === 'purchase') this.#move(nowMs, cents)
    else if (end === 'COMPLETED' || !refunds) this.#move(restMs, cents)
    if (debits === 'purchase' && end === 'FAILED' && refunds) this.#move(restMs, -cents)
  }

  #move(atMs: number, cents: number): void {
    this.#movements.push({ atMs, cents })
  }

  #lookUp(call: Call, nowMs: number, slips: Slips): Reply {
    const { reference = '' } = call
    const order = this.orders.get(reference)
    const unknown = this.is.unknown === 200 ? yes({ order: null }) : refusal(404)
    if (
      order === undefined ||
      (this.#hidden.get(reference) ?? 0) > nowMs ||
      this.#refused.has(`${reference} is not found`)
    )
      return unknown
    if (this.told.has(`found ${reference}`) && slips('forgotten')) {
      this.#refused.add(`${reference} is not found`)
      return unknown
    }
    const another = [...this.orders.values()].find((other) => other !== order)
    const summary = this.#summaryOf(order, call, nowMs, slips)
    if (another !== undefined && slips('lookup of another'))
      return yes({ order: this.#summaryOf(another, call, nowMs, slips) })
    if (slips('lookup at data.order.order')) return yes({ order: { order: summary } })
    return slips('lookup at data.summary') ? yes({ summary }) : yes({ order: summary })
  }

  #summaryOf(
    { reference, sku, earlyMs, settlesMs, end }: Order,
    call: Call,
    nowMs: number,
    slips: Slips,
  ): object {
    const isBack = this.told.has(`settled ${reference}`) && (slips('back once') || slips('back for good'))
    if (nowMs < settlesMs) slips('never settles')
    const isStuck =
      ['back for good', 'never settles'].includes(this.slip?.way ?? '') &&
      this.slip?.call.reference === reference
    const status =
      nowMs >= settlesMs && !isBack && !isStuck ? end : nowMs < earlyMs ? 'RECEIVED' : 'PROCESSING'
    const named = this.is.names ? { partnerReference: reference, sku } : {}
    if (status !== 'PROCESSING') return { status, ...named }
    const odd = call.isAbandoned ? undefined : POLLS.find(([way]) => slips(way))
    return { status, pollAfterSeconds: odd === undefined ? this.is.pollAfter : odd[1], ...named }
  }
}

const POLLS = [
  ['poll missing', undefined],
  ['poll a text', '1'],
  ['poll negative', -1],
] as const

function yes(data: object, status = 200): Reply {
  return { status, body: { data } }
}

function refusal(status: number): Reply {
  return { status, body: { title: 'refused', status } }
}

function amountOf(cents: number): object {
  return { amount: (cents / 100).toFixed(2), currency: 'USD' }
}
