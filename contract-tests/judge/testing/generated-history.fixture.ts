import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { Entry, HistoryHead, KeyUsed } from '../../history/history.ts'
import { type Call, NEVER_SENT, type Reply } from './calls.fixture.ts'
import { Choices } from './choices.fixture.ts'
import { couldShow } from './could-show.fixture.ts'
import { type Relaxed, RelaxedService } from './relaxed-service.fixture.ts'
import { WAYS, type Way } from './ways.fixture.ts'
import { Wire } from './wire.fixture.ts'

/** A generated history, as much of its head as a judge reads, and what made it. */
export type Generated = {
  readonly entries: readonly Entry[]
  readonly head: Head
  readonly run: GeneratedRun
}
type Head = Pick<
  HistoryHead,
  'profile' | 'thorough' | 'runId' | 'hasBlockedKey' | 'takesAnyKey' | 'maxPurchases' | 'sku' | 'ending'
>

/** The default answers; an operator has confirmed how long an order may take. */
const PROFILE: Profile = {
  ...DEFAULT_PROFILE,
  limits: { ...DEFAULT_PROFILE.limits, settleSeconds: 10 },
  provenance: { 'limits.settleSeconds': 'confirmed' },
}

/** The head of a generated history. */
export const HEAD: Head = {
  profile: PROFILE,
  thorough: true,
  runId: 'generated',
  hasBlockedKey: true,
  takesAnyKey: false,
  maxPurchases: 100,
  sku: null,
  ending: null,
}

/** A history of a service that keeps every clause. */
export function legalHistory(draw: () => number): Generated {
  const run = new GeneratedRun(new Choices(draw))
  run.act()
  return { entries: run.entries, head: HEAD, run }
}

/** A history of a service that breaks one clause at one place, and whether the history could show it. */
export function relaxedHistory(
  clause: ServerClauseId,
  draw: () => number,
): Generated & { readonly way: Way; readonly couldShow: boolean } {
  const choices = new Choices(draw)
  const way = choices.pick<Way>(WAYS[clause])
  const turn = choices.pick([0, 0, 1, 2])
  // A service that does not take a purchase takes none.
  const run = new GeneratedRun(choices, { way, turn: way.startsWith('orders') ? 0 : turn })
  run.act()
  return { entries: run.entries, head: HEAD, run, way, couldShow: couldShow(run) }
}

type Known = {
  readonly reference: string
  readonly sku: string
  said: boolean
  state: string
  pollMs: number
}

/** A client of a generated service, and all that it has sent. */
class GeneratedRun {
  readonly known = new Map<string, Known>()
  readonly service: RelaxedService
  readonly #wire: Wire
  readonly #choices: Choices
  /** How long the balance is known to be behind. */
  #lagMs = 0

  constructor(choices: Choices, relaxed?: Relaxed) {
    this.#choices = choices
    this.service = new RelaxedService(choices, relaxed)
    this.#wire = new Wire(this.service, choices)
  }

  get entries(): readonly Entry[] {
    return this.#wire.entries
  }

  /** All that the client does, from the first read to the last one. */
  act(): void {
    const { chance, whole, pick } = this.#choices
    this.#readAll()
    const steps = whole(12)
    for (let step = 0; step < steps; step += 1) {
      const act = pick(STEPS)
      const isMeasured = chance(0.85)
      const before = isMeasured || chance(0.3) ? this.#balance() : undefined
      this.#step(act)
      if (isMeasured) this.#measure(before)
      this.#wire.wait(whole(chance(0.3) ? 3000 : 100))
    }
    for (const one of this.known.values()) {
      if (!one.said && chance(0.9)) this.#buy(one)
      if (chance(0.95)) this.#follow(one)
    }
    this.#wire.wait(6500)
    for (const one of this.known.values()) if (chance(0.8)) this.#lookUp(one)
    if (chance(0.8)) this.#readAll()
    this.#balance()
    if (chance(0.5)) this.#balance()
  }

  #step(act: (typeof STEPS)[number]): void {
    const { chance, whole, pick } = this.#choices
    const earlier = [...this.known.values()]
    if (act === 'buy' || earlier.length === 0) {
      const bought = this.#buy(this.#newOrder())
      if (chance(0.4)) this.#follow(bought)
      return
    }
    const one = pick(earlier)
    if (act === 'replay') this.#buy(one)
    else if (act === 'look up') this.#lookUp(one)
    else if (act === 'follow') this.#follow(one)
    else if (act === 'abandon') this.#abandon(chance(0.2) ? one : this.#newOrder())
    else if (act === 'read') this.#readAll()
    else if (act === 'wrong keys') this.#wrongKeys(one)
    else {
      const same = chance(0.2) ? one : this.#newOrder()
      const other = chance(0.5) ? [this.#newOrder()] : []
      this.#send(
        [...Array.from({ length: 2 + whole(1) }, () => same), ...other].map((order) => ({
          ...purchaseOf(order),
          isBeside: true,
        })),
      )
      for (const order of [same, ...other]) if (!order.said) this.#buy(order)
    }
  }

  #newOrder(): Known {
    const { pick } = this.#choices
    const number = `${this.known.size + 1}`
    const form = this.known.size === 0 ? 'G:a-' : pick(FORMS)
    const order = {
      reference: `${form}${number}`,
      sku: pick([...this.service.is.cards.keys()]),
      said: false,
      state: '',
      pollMs: 1000,
    }
    this.known.set(order.reference, order)
    return order
  }

  #buy(order: Known): Known {
    this.#ask(purchaseOf(order))
    return order
  }

  #lookUp({ reference }: Known): void {
    this.#ask({ operation: 'lookupOrder', key: 'own', reference })
  }

  /** A purchase whose client goes away; then it looks, sends the body again, or both, or nothing. */
  #abandon(order: Known): void {
    const { chance, pick } = this.#choices
    this.#wire.abandon({ ...purchaseOf(order), isAbandoned: true })
    this.#wire.wait(pick([0, 10, 300, 1500]))
    if (chance(0.7)) this.#lookUp(order)
    if (chance(0.8)) this.#buy(order)
    if (chance(0.3)) this.#lookUp(order)
  }

  /** Polls at the order's pace, now and then by the identical body, until it is settled or is taking too long. */
  #follow(order: Known): void {
    const { chance } = this.#choices
    const untilMs = this.#wire.nowMs + 11_000
    while (order.said && !SETTLED.includes(order.state) && this.#wire.nowMs < untilMs) {
      this.#wire.wait(Math.max(order.pollMs, 200))
      if (chance(0.15)) this.#buy(order)
      else this.#lookUp(order)
    }
  }

  #readAll(): void {
    const { chance } = this.#choices
    this.#ask({ operation: 'ping', key: 'own' })
    this.#ask({ operation: 'listProducts', key: 'own' })
    for (const sku of this.service.is.cards.keys())
      if (chance(0.7)) this.#ask({ operation: 'getPrice', key: 'own', sku })
    if (chance(0.3)) this.#ask({ operation: 'lookupOrder', key: 'own', reference: NEVER_SENT })
    this.#balance()
  }

  #wrongKeys(one: Known): void {
    const { chance, pick } = this.#choices
    const key = pick<KeyUsed>(['none', 'nobody', 'invalid', 'blocked'])
    const { reference, sku } = one
    if (chance(0.5))
      this.#send([
        { operation: 'getBalance', key },
        { operation: 'ping', key },
      ])
    if (chance(0.5)) this.#ask({ operation: 'lookupOrder', key, reference })
    if (chance(0.7))
      this.#ask({
        operation: 'createOrder',
        key,
        reference: chance(0.5) ? reference : `G:wrong-${this.entries.length}`,
        sku,
      })
  }

  #balance(): number | undefined {
    const { status, body } = this.#ask({ operation: 'getBalance', key: 'own' })
    return status === 200 ? Number((body as Shown).data?.balance?.amount) : undefined
  }

  /** Reads the balance once the lag that is known has passed; and learns it, where the balance does not move at first. */
  #measure(before: number | undefined): void {
    const sinceMs = this.#wire.nowMs
    this.#wire.wait(this.#lagMs)
    let after = this.#balance()
    while (
      this.#lagMs === 0 &&
      this.#choices.chance(0.7) &&
      after === before &&
      this.#wire.nowMs - sinceMs < 2500
    ) {
      this.#wire.wait(250)
      after = this.#balance()
      if (after !== before) this.#lagMs = this.#wire.nowMs - sinceMs
    }
  }

  /** Sends one request, and once more where its answer says nothing. */
  #ask(call: Call): Reply {
    const [reply] = this.#send([call])
    if (reply === undefined || !isNothing(reply)) return reply as Reply
    this.#wire.wait(this.#choices.whole(500))
    return this.#send([call])[0] as Reply
  }

  #send(calls: readonly Call[]): readonly Reply[] {
    const replies = this.#wire.send(calls)
    for (const [index, call] of calls.entries()) this.#note(call, replies[index] as Reply)
    return replies
  }

  /** What the client learns of an order. */
  #note({ operation, reference, key }: Call, { status, body }: Reply): void {
    const order = this.known.get(reference ?? '')
    if (order === undefined || key !== 'own' || status === null || status >= 300) return
    const { data } = body as Shown
    const summary = operation === 'createOrder' ? data?.order?.order : data?.order
    if (operation === 'createOrder') order.said = true
    if (summary?.status === undefined) return
    order.state = summary.status
    order.pollMs = (Number(summary.pollAfterSeconds) || 0.2) * 1000
    if (operation === 'lookupOrder') this.service.told.add(`found ${reference}`)
    if (SETTLED.includes(order.state)) this.service.told.add(`settled ${reference}`)
  }
}

type Summary = { readonly status?: string; readonly pollAfterSeconds?: unknown }
type Shown = {
  readonly data?: {
    readonly balance?: { amount: string }
    readonly order?: Summary & { readonly order?: Summary }
  }
}

const STEPS = [
  'buy',
  'replay',
  'buy',
  'look up',
  'follow',
  'abandon',
  'at once',
  'replay',
  'wrong keys',
  'read',
  'abandon',
] as const
const SETTLED = ['COMPLETED', 'FAILED']
const FORMS = ['G:a-', 'G:a-', 'G:A-', `G:${'long-'.repeat(11)}`, 'G:a b"/', 'G:é-']

function purchaseOf({ reference, sku }: Known): Call {
  return { operation: 'createOrder', key: 'own', reference, sku }
}

function isNothing({ status }: Reply): boolean {
  return status === null || status === 429 || status >= 500
}
