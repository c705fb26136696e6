import { type Answered, type Call, type Card, type Order, SmallService } from './service.fixture.ts'

type UnderWay = { readonly call: Call; readonly answer: Promise<Answered> }

/** Lets identical bodies wait for one another, so that only a disconnect can make a difference. */
export class OneAtATime extends SmallService {
  readonly #underWay = new Map<string, UnderWay>()

  override async buy(reference: string, card: Card, call: Call): Promise<Answered> {
    const first = this.#underWay.get(reference)
    if (first !== undefined && this.waitsFor(first.call)) {
      await first.answer
      return this.purchase(call)
    }
    const mine = { call, answer: this.take(reference, card, call) }
    this.#underWay.set(reference, mine)
    const answered = await mine.answer
    if (this.#underWay.get(reference) === mine) this.#underWay.delete(reference)
    return answered
  }

  waitsFor(_first: Call): boolean {
    return true
  }

  take(reference: string, card: Card, call: Call): Promise<Answered> {
    return super.buy(reference, card, call)
  }
}

/** Remembers the orders whose client disconnected before the answer. */
export class KnowsWhoLeft extends OneAtATime {
  readonly #left = new Set<string>()
  isAbandoned({ reference }: Order): boolean {
    return this.#left.has(reference)
  }
  override async take(reference: string, card: Card, call: Call): Promise<Answered> {
    const answered = await super.take(reference, card, call)
    if (call.hasLeft()) this.#left.add(reference)
    return answered
  }
}
