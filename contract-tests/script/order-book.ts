import { asksToWait, type Said, whatIsSaid } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type Answer, isServed, isSettled, type ReadSummary, summaryIn } from '../run/exchange.ts'
import type { Pace } from '../run/pace.ts'
import type { Occasion } from './wardrobe.ts'

export type SentOrder = {
  readonly order: OrderRequest
  readonly boughtAt: number
  last?: Answer
  found?: ReadSummary
  /** How long after its purchase it was seen to be settled. Milliseconds. */
  settledMs?: number
  /** Whether it was PROCESSING for so long that it was followed no further. */
  isGivenUp?: boolean
  /** Whether nothing was said to its last body. */
  isInDoubt?: boolean
  /** Whether a body of it was served, and whether the client of one went away. */
  isSold?: boolean
  isAbandoned?: boolean
}

/** The orders of a run, what was seen of each, and which card is sold out. */
export class OrderBook {
  /** By their references, in the order of their first purchase. */
  readonly orders = new Map<string, SentOrder>()
  /** The cards that may be bought in place of one that is sold out, the cheapest first. */
  others: readonly string[] = []
  readonly #profile: Profile
  readonly #pace: Pick<Pace, 'now'>

  constructor(profile: Profile, pace: Pick<Pace, 'now'>) {
    this.#profile = profile
    this.#pace = pace
  }

  /**
   * What a body of an order that is sent next is, to wear its forms as; null for a plain one: where a client went away, and
   * after a refused purchase, so that only its reference or its card is another one.
   */
  occasionOf({ partnerReference }: OrderRequest): Occasion | null {
    const known = this.orders.get(partnerReference)
    if (known !== undefined) return known.isAbandoned ? null : 'replay'
    const last = [...this.orders.values()].at(-1)
    return last !== undefined && this.isTurnedAway(last) ? null : 'first'
  }

  open(order: OrderRequest): SentOrder {
    const sent = this.orders.get(order.partnerReference) ?? { order, boughtAt: this.#pace.now() }
    this.orders.set(order.partnerReference, sent)
    return sent
  }

  noteAnswer(sent: SentOrder, answer: Answer): Answer {
    sent.last = answer
    sent.isSold ||= isServed(answer)
    this.#noteSettled(sent, summaryIn(answer))
    sent.isInDoubt = this.saidBy(answer) === 'nothing'
    return answer
  }

  noteLookup(partnerReference: string, answer: Answer): Answer {
    const [sent, found] = [this.orders.get(partnerReference), summaryIn(answer)]
    if (sent !== undefined && found !== undefined) {
      sent.found = found
      this.#noteSettled(sent, found)
    }
    return answer
  }

  #noteSettled(sent: SentOrder, seen: ReadSummary | undefined): void {
    if (seen !== undefined && isSettled(seen, this.#profile))
      sent.settledMs ??= this.#pace.now() - sent.boughtAt
  }

  /** A card, or the next one where it is sold out: never sold, or refused twice in a row under new references. */
  inStock(sku: string): string {
    const isSoldOut = (card: string) => {
      const asked = [...this.orders.values()].filter(({ order }) => order.sku === card)
      const sold = asked.findLastIndex(({ isSold }) => isSold)
      const refused = asked.slice(sold + 1).filter((sent) => this.isTurnedAway(sent))
      return refused.length > (sold < 0 ? 0 : 1)
    }
    return [sku, ...this.others].find((card) => !isSoldOut(card)) ?? sku
  }

  /** Whether a new reference was refused, and not for want of funds. */
  isTurnedAway({ last, isSold, isAbandoned }: SentOrder): boolean {
    if (isSold || isAbandoned || last?.status === this.#profile.errors.insufficientBalance) return false
    return last !== undefined && this.saidBy(last) === 'no'
  }

  saidBy({ status, exchange }: Answer): Said {
    return whatIsSaid(status, this.#profile.errors, asksToWait(exchange.response))
  }
}
