import { ORDINARY } from '../../../fixtures/scenarios.ts'
import { type Account, isFound, type Order, type Summary } from '../../../testing/model/account.fixture.ts'
import { DocumentedService, type Terms } from '../../../testing/model/documented-service.fixture.ts'
import { askedBy, type Call, NEVER_SENT, type Reply } from './calls.fixture.ts'
import type { Choices } from './choices.fixture.ts'
import { drawTerms, type Undocumented, undocumentedBy } from './undocumented.fixture.ts'
import { type Data, EDITS, PAUSES, REFUSING, type Way } from './ways.fixture.ts'

/** The one place at which a clause is relaxed. */
export type Slip = { readonly way: Way; readonly call: Call; readonly ms: number }

/** How a clause is relaxed, and after how many places that would do. */
export type Relaxed = { readonly way: Way; readonly turn: number }

/** What a client does not hear at once. */
const OF_THE_ABANDONED: readonly Way[] = [
  'lost',
  'survivor never found',
  'orders 422',
  'orders 400',
  'orders 500',
]
const REFUSED = { none: 401, nobody: 401, invalid: 400, blocked: 403, own: 0 } as const
/** A balance that nothing moves. */
const STILL = { amount: '999.00', currency: 'USD' }

/**
 * The documented service, with any answer to what the reference does not show, and a clause relaxed at one place. It has
 * no orders and no money of its own.
 */
export class RelaxedService {
  slip: Slip | undefined
  /** What its client has heard: `settled …` and `found …`. */
  readonly told = new Set<string>()
  /** Every order whose client has ever gone away. */
  readonly everAbandoned = new Set<string>()
  /** What the reference does not show. */
  readonly is: Undocumented
  readonly #choices: Choices
  readonly #documented: DocumentedService
  readonly #way: Way | undefined
  /** So many places are left as they are. */
  #turns: number
  /** Orders that are refused, that no lookup finds, and that are no longer in their undocumented first state. */
  readonly #refused = new Set<string>()
  readonly #unfound = new Set<string>()
  readonly #earlyUntil = new Map<string, number>()
  /** Orders that were recorded for a client who went away, and that it has not sent again. */
  readonly #abandoned = new Set<string>()
  /** When it is, for what an order is bought with. */
  #nowMs = 0

  constructor(choices: Choices, relaxed?: Relaxed) {
    this.#choices = choices
    this.#way = relaxed?.way
    this.#turns = relaxed?.turn ?? 0
    this.is = undocumentedBy(choices)
    this.#documented = new DocumentedService({
      cards: [...this.is.cards].map(([sku, price]) => ({ ...ORDINARY, sku, price })),
      openingBalance: this.is.funds,
      payment: this.is,
      termsOf: ({ price }, reference) =>
        this.account.orders.get(reference) ?? this.#newTerms(price, reference),
    })
  }

  get account(): Account {
    return this.#documented.account
  }

  /** What a call is answered at a moment. */
  answer(call: Call, nowMs: number): Reply {
    this.#nowMs = nowMs
    const { operation, key, sku = '' } = call
    if (key !== 'own') {
      const kind = key === 'blocked' ? 'blocked' : 'without'
      const isPurchase = operation === 'createOrder'
      if (isPurchase && this.#slips(`charged ${kind}`, call))
        this.account.credit(-(this.is.cards.get(sku) ?? 0), nowMs)
      else if (!this.#slips(`${isPurchase ? 'bought' : 'read'} ${kind}`, call)) return refusal(REFUSED[key])
    }
    const status = this.#refusalOf(call)
    const reply = status === undefined ? this.#operate(call) : refusal(status)
    const { data } = reply.body as { data?: Data }
    const edit = this.#way && EDITS[this.#way]
    if (!this.#way || edit === undefined || data === undefined) return reply
    const fits = edit.operation === undefined || (edit.operation === operation && data.order !== null)
    return fits && this.#slips(this.#way, call) ? { ...reply, body: edit.bodyOf(data) } : reply
  }

  /** Whether nothing moves the balance at a moment, and no replica is behind. */
  isAtRest(nowMs: number): boolean {
    return !this.account.movements.some(({ at }) => at > nowMs - this.is.lagMs - 1)
  }

  /** Whether this is the place at which a clause is relaxed. */
  #slips(way: Way, call: Call): boolean {
    if (this.#way !== way || this.slip !== undefined) return false
    if (call.isAbandoned && !OF_THE_ABANDONED.includes(way)) return false
    if (this.#turns-- > 0) return false
    this.slip = { way, call, ms: this.#nowMs }
    return true
  }

  /** Why a request does not come to the documented service, as the status that says so. */
  #refusalOf(call: Call): number | undefined {
    const { operation, reference = '' } = call
    const refusing = this.#way && REFUSING[this.#way]
    const isStill = this.slip !== undefined && operation !== 'getPrice'
    if (this.#way && refusing?.operation === operation && (isStill || this.#slips(this.#way, call)))
      return refusing.status
    if (operation !== 'createOrder') return undefined
    if (this.#refused.has(reference)) return 409
    const known = this.account.orders.get(reference)
    if (known !== undefined) return call.isAbandoned ? undefined : this.#replay(call, known)
    const { longest, isAscii } = this.is
    if (reference.length > longest || (isAscii && /[^\x21-\x7e]/.test(reference))) return 422
    const twin = this.#twinOf(call)
    if (twin !== undefined && this.#slips('new refused', call)) return 409
    if (twin !== undefined && this.#slips('merged', call)) this.account.orders.set(reference, twin)
    return undefined
  }

  /** Another order of the same card, beside a reference that never lost its client. */
  #twinOf({ reference = '', sku }: Call): Order | undefined {
    if (this.everAbandoned.has(reference)) return undefined
    return [...this.account.orders.values()].find(
      (other) => other.sku === sku && other.partnerReference !== reference,
    )
  }

  /** What slips where a body is sent again. */
  #replay(call: Call, known: Order): number | undefined {
    const { partnerReference } = known
    const wasAbandoned = this.#abandoned.delete(partnerReference)
    if (!wasAbandoned && this.everAbandoned.has(partnerReference)) return undefined
    const again = wasAbandoned ? 'bought twice' : call.isBeside ? 'twice at once' : 'charged again'
    if (this.#slips(again, call)) this.account.charge(known, this.#nowMs)
    if (wasAbandoned) return undefined
    if (this.#slips('refused always', call)) this.#refused.add(partnerReference)
    if (this.#refused.has(partnerReference) || this.#slips('refused once', call)) return 409
    if (!call.isBeside && this.#slips('bought again as new', call))
      this.account.orders.delete(partnerReference)
    return undefined
  }

  /** The order that a lookup shows: its own, as far as nothing slips. */
  #soughtBy(call: Call): string {
    const { reference = '' } = call
    const orders = [...this.account.orders.values()].filter((one) => isFound(one, this.#nowMs))
    const own = orders.find((one) => one === this.account.orders.get(reference))
    if (own === undefined) return reference
    if (this.told.has(`found ${reference}`) && this.#slips('forgotten', call)) this.#unfound.add(reference)
    if (this.#unfound.has(reference)) return NEVER_SENT
    const another = orders.find((one) => one !== own)
    return another !== undefined && this.#slips('lookup of another', call)
      ? another.partnerReference
      : reference
  }

  /** Asks the documented service: of its orders now, of its money as it was a while ago where a copy is behind. */
  #operate(call: Call): Reply {
    const { operation, reference = '' } = call
    const { money, replicas, lagMs, unknown } = this.is
    const isBehind = operation === 'getBalance' && (replicas === 'all' || this.#choices.chance(0.5))
    const sought = operation === 'lookupOrder' ? this.#soughtBy(call) : reference
    const asked = askedBy({ ...call, reference: sought })
    const answer = this.#documented.answer(asked, this.#nowMs - (isBehind ? lagMs : 0))
    if (answer.order?.effect === 'recorded') this.#noteRecorded(call)
    const { data } = answer.document as { data?: { order: Summary & { order: Summary } } }
    if (operation === 'lookupOrder' && data === undefined && unknown === 200) return yes({ order: null })
    if (data === undefined) return refusal(answer.status ?? 0)
    if (operation === 'getBalance' && money === 'absent') return yes({ account: 'TEST' })
    if (operation === 'getBalance' && money === 'constant') return yes({ balance: STILL })
    const order = this.account.orders.get(sought)
    if (order === undefined) return yes(data)
    if (operation === 'lookupOrder') return yes({ order: this.#shown(data.order, order, call) })
    return yes({ order: { order: this.#shown(data.order.order, order, call) } }, this.is.status)
  }

  #newTerms(listed: number, reference: string): Terms {
    const { earlyMs, ...terms } = drawTerms(this.is, listed, this.#choices)
    this.#earlyUntil.set(reference, this.#nowMs + earlyMs)
    // Its lookup has found it: that it is bought again is all that slips.
    const isNew = this.slip?.way !== 'bought again as new'
    return isNew ? terms : { ...terms, course: { ...terms.course, hiddenForSeconds: 0 } }
  }

  /** What slips once an order is recorded. */
  #noteRecorded(call: Call): void {
    const { reference = '', isAbandoned } = call
    if (isAbandoned) this.#abandoned.add(reference)
    if (isAbandoned && this.#slips('lost', call)) this.#refused.add(reference)
    const isUnfound =
      this.#refused.has(reference) ||
      (isAbandoned && this.#slips('survivor never found', call)) ||
      (this.#twinOf(call) !== undefined && this.#slips('never found', call))
    if (isUnfound) this.#unfound.add(reference)
  }

  /** A summary, with what is undocumented in it. */
  #shown(summary: Summary, { partnerReference, sku }: Order, call: Call): object {
    const isOpen = summary.status === 'PROCESSING'
    const isTold = this.told.has(`settled ${partnerReference}`)
    const isBack = isTold && (this.#slips('back once', call) || this.#slips('back for good', call))
    if (isOpen) this.#slips('never settles', call)
    const isStuck =
      ['back for good', 'never settles'].includes(this.slip?.way ?? '') &&
      this.slip?.call.reference === partnerReference
    const named = this.is.names ? { partnerReference, sku } : {}
    if (!isOpen && !isBack && !isStuck) return { ...summary, ...named }
    const isEarly = this.#nowMs < (this.#earlyUntil.get(partnerReference) ?? 0)
    if (isEarly) return { status: 'RECEIVED', ...named }
    const isOdd = this.#way && this.#way in PAUSES && this.#slips(this.#way, call)
    const pollAfterSeconds = isOdd ? PAUSES[this.#way] : this.is.pollAfter
    return { status: 'PROCESSING', pollAfterSeconds, ...named }
  }
}

function yes(data: object, status = 200): Reply {
  return { status, body: { data } }
}

function refusal(status: number): Reply {
  return { status, body: { title: 'refused', status } }
}
