import type { Clock } from '../../contract/clock.ts'
import { pause } from './idle-clock.fixture.ts'

/** A request as a service sees it, with lower-case header names. */
export type Asked = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Whether the client has closed the connection. */
  readonly hasLeft: () => boolean
}

/** An answer. A body that is not a text is sent as JSON. `null` closes the connection without an answer. */
export type Answered = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
} | null

export type Service = { answer(asked: Asked): Promise<Answered> }

export type Operation = 'ping' | 'products' | 'price' | 'balance' | 'purchase' | 'lookup'

/** A request with its subject: a SKU for a price, a reference for a lookup. */
export type Call = Asked & { readonly operation: Operation; readonly subject: string }

export type Card = { readonly sku: string; readonly cents: number; readonly fails?: true }

export type Order = { readonly reference: string; readonly card: Card; readonly placedAt: number }

/** The kind of answer that shows a summary. */
export type Source = 'purchase' | 'replay' | 'lookup'

export type Summary = { readonly status: string; readonly pollAfterSeconds?: unknown }

export const KEY = 'pk_test_Q7mDz4Rk9sVxT2bW'
/** A valid key that is used from an address that is not allowed. */
export const BLOCKED_KEY = 'pk_test_bL0cKed5hJ8nYw3e'

/**
 * The documented service with one partner, in memory. Each step that a server may do otherwise, rightly or wrongly, is
 * a short method to override.
 */
export class SmallService implements Service {
  /** How long a new purchase takes, in milliseconds. */
  readonly purchaseMs: number = 30
  /** How long any other call takes. */
  readonly readMs: number = 5
  /** How long an order is PROCESSING after its answer. */
  readonly settlesMs: number = 2000
  readonly cards: readonly Card[] = [
    { sku: 'GAME-10', cents: 1000 },
    { sku: 'MUSIC-25', cents: 2500 },
    { sku: 'PHONE 15/EU', cents: 1500 },
  ]
  readonly clock: Clock
  readonly startedAt: number
  readonly orders = new Map<string, Order>()
  /** Changes of the balance, and when each applies. */
  readonly movements: { readonly at: number; readonly cents: number }[] = []

  constructor(clock: Clock) {
    this.clock = clock
    this.startedAt = clock.now()
    this.move(1_000_000, Number.NEGATIVE_INFINITY)
  }

  async answer(asked: Asked): Promise<Answered> {
    const call = callIn(asked)
    if (call === undefined) return this.refuse(404)
    if (!this.accepts(keyIn(call), call)) return this.refuse(401)
    if (this.isBlocked(keyIn(call), call)) return this.refuse(403)
    if (call.operation === 'purchase') return this.purchase(call)
    await this.wait(this.readMs)
    return this.read(call)
  }

  // ---- who calls

  accepts(key: string, _call: Call): boolean {
    return key === KEY || key === BLOCKED_KEY
  }

  isBlocked(key: string, _call: Call): boolean {
    return key === BLOCKED_KEY
  }

  // ---- reads

  read({ operation, subject }: Call): Answered {
    if (operation === 'lookup') return this.lookup(subject)
    if (operation === 'price') return this.price(subject)
    if (operation === 'balance') return this.ok({ balance: this.amount(this.shownBalance()) })
    return this.ok(operation === 'ping' ? this.ping() : { products: this.products() })
  }

  ping(): object {
    return { status: 'ok', mode: 'TEST' }
  }

  products(): readonly unknown[] {
    return this.cards.map(({ sku }) => ({ sku }))
  }

  price(sku: string): Answered {
    const card = this.cards.find((one) => one.sku === sku)
    return card === undefined ? this.refuse(404) : this.ok({ price: this.amount(card.cents) })
  }

  lookup(reference: string): Answered {
    const order = this.find(reference)
    return order === undefined ? this.refuse(404) : this.lookupAnswer(this.summary(order, 'lookup'), order)
  }

  // ---- purchases

  async purchase(call: Call): Promise<Answered> {
    const wanted = purchaseIn(call)
    const card = this.cards.find(({ sku }) => sku === wanted?.sku)
    if (wanted === undefined || card === undefined) return this.refuse(422)
    const known = this.known(wanted.reference)
    if (known === undefined) return this.buy(wanted.reference, card, call)
    await this.wait(this.readMs)
    return known.card === card ? this.replay(known, call) : this.refuse(409)
  }

  /** Records a new purchase, and answers it. */
  async buy(reference: string, card: Card, call: Call): Promise<Answered> {
    if (this.balance() < card.cents) return this.refuse(402)
    const order = this.place(reference, card, call)
    await this.wait(this.purchaseMs)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }

  /** Records an order and debits it in one step. */
  place(reference: string, card: Card, _call: Call): Order {
    const order = { reference, card, placedAt: this.clock.now() }
    this.record(order)
    this.debit(order)
    return order
  }

  record(order: Order): void {
    this.orders.set(this.identity(order.reference), order)
  }

  /** Answers the identical body of a known order. */
  replay(order: Order, _call: Call): Answered | Promise<Answered> {
    return this.purchaseAnswer(this.summary(order, 'replay'), order)
  }

  /** The order that an identical body finds. */
  known(reference: string): Order | undefined {
    return this.find(reference)
  }

  find(reference: string): Order | undefined {
    return this.orders.get(this.identity(reference))
  }

  /** Two references with the same identity mean the same order. */
  identity(reference: string): string {
    return reference
  }

  // ---- the state of an order: derived from the time

  settlesAt({ placedAt }: Order): number {
    return placedAt + this.purchaseMs + this.settlesMs
  }

  isSettled(order: Order): boolean {
    return this.clock.now() >= this.settlesAt(order)
  }

  summary(order: Order, _source: Source): Summary {
    if (!this.isSettled(order)) return { status: 'PROCESSING', pollAfterSeconds: 1 }
    return { status: order.card.fails ? 'FAILED' : 'COMPLETED' }
  }

  // ---- money

  debit({ card, placedAt }: Order): void {
    this.move(-card.cents, placedAt)
  }

  move(cents: number, at: number = this.clock.now()): void {
    this.movements.push({ at, cents })
  }

  /** The balance at this moment, in cents. */
  balance(at: number = this.clock.now()): number {
    return this.movements.reduce((sum, movement) => sum + (movement.at <= at ? movement.cents : 0), 0)
  }

  shownBalance(): number {
    return this.balance()
  }

  amount(cents: number): object {
    return { amount: (cents / 100).toFixed(2), currency: 'USD' }
  }

  // ---- answers

  purchaseAnswer(summary: Summary, _order: Order): Answered {
    return this.ok({ order: { order: summary } })
  }

  lookupAnswer(summary: Summary, _order: Order): Answered {
    return this.ok({ order: summary })
  }

  ok(data: object): Answered {
    return { status: 200, body: { data } }
  }

  refuse(status: number, headers: Readonly<Record<string, string>> = {}): Answered {
    return { status, headers, body: { title: 'Refused', status } }
  }

  wait(milliseconds: number): Promise<void> {
    return pause(this.clock, milliseconds)
  }
}

const ROUTES: readonly (readonly [Operation, RegExp])[] = [
  ['ping', /^GET \/ping$/],
  ['products', /^GET \/products$/],
  ['price', /^GET \/products\/([^/]+)\/price$/],
  ['balance', /^GET \/balance$/],
  ['purchase', /^POST \/orders$/],
  ['lookup', /^GET \/orders\/([^/]+)$/],
]

/** The operation that a request calls; undefined if there is none. */
function callIn(asked: Asked): Call | undefined {
  for (const [operation, line] of ROUTES) {
    const match = line.exec(`${asked.method} ${asked.target}`)
    if (match !== null) return { ...asked, operation, subject: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}

/** The key of a request; empty if it has none. */
function keyIn({ headers }: Asked): string {
  return /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** The two fields of a purchase; undefined for any other body. */
function purchaseIn({ body }: Asked): { readonly reference: string; readonly sku: string } | undefined {
  const { partnerReference: reference, sku, ...others } = jsonIn(body)
  const isPurchase = typeof reference === 'string' && typeof sku === 'string'
  return isPurchase && Object.keys(others).length === 0 ? { reference, sku } : undefined
}

function jsonIn(body: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body ?? ''))
  } catch {
    return {}
  }
}
