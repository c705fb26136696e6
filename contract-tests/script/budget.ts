import { FAIR_WEATHER } from '../run/target.ts'

export type OnPurchase = (line: string, sku: string) => void

/** How many purchases the last lines send: those that must be refused, the reference client's, and two identical bodies. */
const LAST_PURCHASES = 10

/** The limit of a run: how many purchases it may send, identical bodies included, and how many it has sent. */
export class Budget {
  readonly #maxPurchases: number
  readonly #say: (text: string) => void
  readonly #onPurchase: OnPurchase
  isAtLast = false
  /** Every request that could buy, also an identical body. */
  sent = 0
  #planned = 0
  #line = ''

  constructor(maxPurchases: number, say: (text: string) => void, onPurchase: OnPurchase = () => {}) {
    this.#maxPurchases = maxPurchases
    this.#say = say
    this.#onPurchase = onPurchase
  }

  covers(purchases: number): boolean {
    return this.sent + purchases <= this.#maxPurchases
  }

  /** Whether the limit covers a purchase that is sent once more, and the rest of the script in fair weather. */
  get hasSpare(): boolean {
    const rest = FAIR_WEATHER - this.#planned
    return this.covers(this.isAtLast ? 1 : 1 + Math.max(LAST_PURCHASES, rest))
  }

  /** A line of the script that sends purchases: left out, whole, if the limit does not cover it. */
  async line<Done>(title: string, purchases: number, take: () => Promise<Done>): Promise<Done | undefined> {
    if (!this.covers(purchases)) return undefined
    this.#line = title
    this.#planned += purchases
    this.#say(title)
    return take()
  }

  /** Counts a purchase that is sent now; false where the limit is reached. */
  spend(body: string | null): boolean {
    if (!this.covers(1)) return false
    this.sent += 1
    this.#onPurchase(this.#line, /"sku":"([^"]*)"/.exec(body ?? '')?.[1] ?? '')
    return true
  }
}
