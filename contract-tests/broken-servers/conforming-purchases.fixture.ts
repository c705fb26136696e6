import { OneAtATime } from './one-at-a-time.fixture.ts'
import type { ConformingServers, Servers } from './server.fixture.ts'
import { type Answered, type Call, type Card, type Order, SmallService } from './service.fixture.ts'

type Purchase = Parameters<SmallService['buy']>

/** Refuses a new order where it is too many. */
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

/** Refuses the identical body while its first is in progress. */
function inProgress(answered: Answered) {
  return class extends SmallService {
    override replay(order: Order, call: Call) {
      const isInProgress = this.clock.now() < order.placedAt + this.purchaseMs
      return isInProgress ? answered : super.replay(order, call)
    }
  }
}

/** Takes a purchase when it answers, and not at all where the client has left by then. */
class UndoneWhenLeft extends OneAtATime {
  override async take(...[reference, card, call]: Purchase): Promise<Answered> {
    await this.wait(this.purchaseMs)
    if (call.hasLeft()) return null
    const order = this.place(reference, card, call)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }
}

/** Takes the money at once, and gives it back where the client has left by the time of the answer. */
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

/** Takes a purchase so long after it has come, whoever has left. */
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

/** Some cards fail. */
class Failing extends SmallService {
  override readonly cards = [
    { sku: 'GAME-10', cents: 1000 },
    { sku: 'MUSIC-25', cents: 2500, fails: true },
  ] as const
}

/** Servers that take purchases in another way, or not at all. */
export const CONFORMING_PURCHASES: ConformingServers = {
  kept: {
    ...at([0, 30, 150, 1000, 2000], 'a purchase is taken as it comes', SmallService),
    ...at([30, 1000], 'identical bodies wait for one another', OneAtATime),
    ...at([30, 1000], 'a purchase is taken just before its answer', TakenLater),
    ...at([0, 150, 1000], 'an abandoned purchase is never made', UndoneWhenLeft),
    ...at([0, 150, 1000], 'an abandoned purchase is undone whole', RefundedWhenLeft),
    ...at([30, 1000], 'a body in progress is a 409', inProgress({ status: 409 })),
    'a body in progress is a 409 with Retry-After': inProgress({
      status: 409,
      headers: { 'retry-after': '1' },
    }),
    'a body in progress is a 425': inProgress({ status: 425 }),
    'some cards fail, and are paid for': Failing,
    'some cards fail, and are refunded': class extends Failing {
      override debit(order: Order) {
        super.debit(order)
        if (order.card.fails) this.move(order.card.cents, this.settlesAt(order))
      }
    },
    'a known reference with another card is sold, and fails': class extends SmallService {
      override async purchase(call: Call) {
        const answered = await super.purchase(call)
        return answered?.status === 409 ? this.ok({ order: { order: { status: 'FAILED' } } }) : answered
      }
    },
    'the first card is sold out (409)': soldOut(0, 409),
    'the last card is sold out (422)': soldOut(-1, 422),
  },
  'cards or money run out': {
    'there is one of each card (409)': ofEach(1, 409),
    'there are two of each card (409)': ofEach(2, 409),
    'there are three of each card (422)': ofEach(3, 422),
    'four cards may be bought a day (409)': inAll(4, 409),
    'six cards may be bought a day (422)': inAll(6, 422),
    'the balance covers one card (402)': inAll(1, 402),
    'the balance covers four cards (402)': inAll(4, 402),
    'the balance covers eight cards (402)': inAll(8, 402),
  },
}
