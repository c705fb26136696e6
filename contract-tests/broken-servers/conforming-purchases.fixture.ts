import { OneAtATime } from './one-at-a-time.fixture.ts'
import type { ConformingServers, Servers } from './server.fixture.ts'
import { type Answered, type Call, type Card, type Order, SmallService } from './service.fixture.ts'

type Purchase = Parameters<SmallService['buy']>

/** Refuses new orders for which `isTooMany`. */
function selling(isTooMany: (service: SmallService, card: Card) => boolean, status: number) {
  return class extends SmallService {
    override async buy(...[reference, card, call]: Purchase) {
      return isTooMany(this, card) ? this.refuse(status) : super.buy(reference, card, call)
    }
  }
}

const soldOf = ({ orders }: SmallService, card?: Card) =>
  [...orders.values()].filter((order) => order.card === (card ?? order.card))
const ofEach = (cards: number, status: number) =>
  selling((service, card) => soldOf(service, card).length >= cards, status)
const inAll = (cards: number, status: number) => selling((service) => soldOf(service).length >= cards, status)
const soldOut = (nth: number, status: number) => selling(({ cards }, card) => card === cards.at(nth), status)

/** Refuses an identical body while the first is in progress. */
function inProgress(answered: Answered) {
  return class extends SmallService {
    override replay(order: Order, call: Call) {
      const isInProgress = this.clock.now() < order.placedAt + this.purchaseMs
      return isInProgress ? answered : super.replay(order, call)
    }
  }
}

/** Records a purchase when it answers, and not at all if the client has disconnected by then. */
class UndoneWhenLeft extends OneAtATime {
  override async take(...[reference, card, call]: Purchase): Promise<Answered> {
    await this.wait(this.purchaseMs)
    if (call.hasLeft()) return null
    const order = this.place(reference, card, call)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }
}

/** Debits at once, and refunds if the client has disconnected when the answer is ready. */
class RefundedWhenLeft extends OneAtATime {
  override async take(...[reference, card, call]: Purchase): Promise<Answered> {
    const order = { reference, card, placedAt: this.clock.now() }
    this.debit(order)
    await this.wait(this.purchaseMs)
    if (call.hasLeft()) this.move(card.cents)
    else this.record(order)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }
}

/** Records a purchase just before its answer, even if the client has disconnected. */
class TakenLater extends OneAtATime {
  override async take(...[reference, card, call]: Purchase): Promise<Answered> {
    await this.wait(this.purchaseMs * 0.9)
    const order = this.place(reference, card, call)
    await this.wait(this.purchaseMs * 0.1)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }
}

function at(latenciesMs: readonly number[], name: string, Server: Servers[string]): Servers {
  const slowed = (purchaseMs: number) =>
    class extends Server {
      override readonly purchaseMs = purchaseMs
    }
  return Object.fromEntries(latenciesMs.map((ms) => [`${name}, in ${ms} ms`, slowed(ms)]))
}

/** Orders of some cards fail. */
class Failing extends SmallService {
  override readonly cards = [
    { sku: 'GAME-10', cents: 1000 },
    { sku: 'MUSIC-25', cents: 2500, fails: true },
  ] as const
}

/** Servers that record purchases in another way, or refuse them. */
export const CONFORMING_PURCHASES: ConformingServers = {
  kept: {
    ...at([0, 30, 150, 1000, 2000], 'a purchase is recorded on arrival', SmallService),
    ...at([30, 1000], 'identical bodies wait for one another', OneAtATime),
    ...at([30, 1000], 'a purchase is recorded just before its answer', TakenLater),
    ...at([0, 150, 1000], 'an abandoned purchase is never made', UndoneWhenLeft),
    ...at([0, 150, 1000], 'an abandoned purchase is undone and refunded', RefundedWhenLeft),
    ...at([30, 1000], 'the identical body of a purchase in progress is a 409', inProgress({ status: 409 })),
    'the identical body of a purchase in progress is a 409 with Retry-After': inProgress({
      status: 409,
      headers: { 'retry-after': '1' },
    }),
    'the identical body of a purchase in progress is a 425': inProgress({ status: 425 }),
    'some orders fail, and are not refunded': Failing,
    'some orders fail, and are refunded': class extends Failing {
      override debit(order: Order) {
        super.debit(order)
        if (order.card.fails) this.move(order.card.cents, this.settlesAt(order))
      }
    },
    'a known reference with another card is accepted, and the order fails': class extends SmallService {
      override async purchase(call: Call) {
        const answered = await super.purchase(call)
        return answered?.status === 409 ? this.ok({ order: { order: { status: 'FAILED' } } }) : answered
      }
    },
    'the first card is sold out (409)': soldOut(0, 409),
    'the last card is sold out (422)': soldOut(-1, 422),
  },
  'cards or money run out': {
    'each card can be sold once (409)': ofEach(1, 409),
    'each card can be sold twice (409)': ofEach(2, 409),
    'each card can be sold three times (422)': ofEach(3, 422),
    'four cards may be bought a day (409)': inAll(4, 409),
    'six cards may be bought a day (422)': inAll(6, 422),
    'the balance covers one card (402)': inAll(1, 402),
    'the balance covers four cards (402)': inAll(4, 402),
    'the balance covers eight cards (402)': inAll(8, 402),
  },
}
