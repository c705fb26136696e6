import type { ConformingServers } from './server.fixture.ts'
import { type Order, SmallService } from './service.fixture.ts'

/** Charges orders in another way. `nth` is 1 for the first order of all. */
function charging(charge: (order: Order, service: SmallService, nth: number) => void) {
  return class extends SmallService {
    override debit(order: Order) {
      charge(order, this, this.orders.size)
    }
  }
}

/** The nth order costs this share of its price. */
const priced = (shareOf: (nth: number) => number) =>
  charging(({ card }, service, nth) => service.move(-Math.round(card.cents * shareOf(nth))))

const debitedAfterSettlement = (ms: number) =>
  charging((order, service) => service.move(-order.card.cents, service.settlesAt(order) + ms))

/** Holds the price at the purchase, releases it at the settlement, and debits it this much later. */
const heldThenDebited = (ms: number) =>
  charging((order, service) => {
    service.move(-order.card.cents)
    service.move(order.card.cents, service.settlesAt(order))
    service.move(-order.card.cents, service.settlesAt(order) + ms)
  })

/** Shows the balance as it was this long ago, in some readings or in all. */
function lagging(ms: number, isOld = (_: number) => true) {
  return class extends SmallService {
    #reads = 0
    override shownBalance() {
      this.#reads += 1
      return isOld(this.#reads) ? this.balance(this.clock.now() - ms) : this.balance()
    }
  }
}

const everySecond = (read: number) => read % 2 === 0

/** Moves the balance without a purchase, by this many cents in all. */
function moving(centsBy: (ms: number, reads: number) => number) {
  return class extends SmallService {
    #reads = 0
    override shownBalance() {
      this.#reads += 1
      return this.balance() + centsBy(this.clock.now() - this.startedAt, this.#reads)
    }
  }
}

const cards = (count: number) => Math.floor(count) * 1000

/** Servers that charge in another way, or show another balance. */
export const CONFORMING_MONEY: ConformingServers = {
  kept: {
    'an order is debited at its settlement': debitedAfterSettlement(0),
    'an order is debited 1 s after its settlement': debitedAfterSettlement(1000),
    'a hold becomes a debit at settlement': heldThenDebited(0),
    'twice the price is held until settlement': charging((order, service) => {
      service.move(-2 * order.card.cents)
      service.move(order.card.cents, service.settlesAt(order))
    }),
    'a purchase has a fee of 0.50': charging(({ card }, service) => service.move(-card.cents - 50)),
    'a fee is taken at settlement': charging((order, service) => {
      service.move(-order.card.cents)
      service.move(-50, service.settlesAt(order))
    }),
    'prices vary by up to 1 %': priced((nth) => 1 + 0.01 * Math.sin(nth)),
    'prices vary by up to 5 %': priced((nth) => 1 + 0.05 * Math.sin(nth)),
    'prices vary by up to 5 %, and each purchase has a fee': charging(({ card }, service, nth) =>
      service.move(-Math.round(card.cents * (1 + 0.05 * Math.sin(nth))) - 50),
    ),
    'the sixth card and all later ones cost a fifth less': priced((nth) => (nth < 6 ? 1 : 0.8)),
    'the balance is 30 ms old': lagging(30),
    'the balance is 0.5 s old': lagging(500),
    'the balance is 2 s old': lagging(2000),
    'the balance is 4 s old': lagging(4000),
    'the balance is 30 ms old in one of two replicas': lagging(30, everySecond),
    'the balance is 0.5 s old in one of two replicas': lagging(500, everySecond),
    'the balance is 2 s old in one of two replicas': lagging(2000, everySecond),
    'the balance is cached for 0.5 s': class extends SmallService {
      #cached = { cents: 0, until: 0 }
      override shownBalance() {
        const now = this.clock.now()
        if (now >= this.#cached.until) this.#cached = { cents: this.balance(), until: now + 500 }
        return this.#cached.cents
      }
    },
  },
  'free cards or late debits hide what the other cards cost': {
    'the fourth card is free': priced((nth) => (nth === 4 ? 0 : 1)),
    'the first two cards are free': priced((nth) => (nth < 3 ? 0 : 1)),
    'every third card is free': priced((nth) => (nth % 3 === 0 ? 0 : 1)),
    'a hold is released at settlement, and debited 1 s later': heldThenDebited(1000),
    'a hold is released at settlement, and debited 3 s later': heldThenDebited(3000),
    'nothing is ever charged': priced(() => 0),
    'the sixth card and all later ones cost half as much again': priced((nth) => (nth > 5 ? 1.5 : 1)),
    'all debits but the first come 1 s late': charging(({ card }, service, nth) =>
      service.move(-card.cents, service.clock.now() + (nth > 1 ? 1000 : 0)),
    ),
  },
  'the balance moves without a purchase': {
    'another caller buys a card every 0.3 s': moving((ms) => -cards(ms / 300)),
    'another caller buys a card every 5 s': moving((ms) => -cards((ms + 3000) / 5000)),
    'another caller buys a card at every 10th reading': moving((_, reads) => -cards(reads / 10)),
    'the balance is topped up once, by the price of a card': moving((ms) => (ms > 4000 ? 1000 : 0)),
    'the balance is topped up once, by a large amount': moving((ms) => (ms > 4000 ? 100_000 : 0)),
    'the balance is topped up every 10 s': moving((ms) => 10 * cards(ms / 10_000)),
    'the balance is topped up at each reading after the twelfth': moving((_, reads) =>
      cards(2 * Math.max(0, reads - 12)),
    ),
    'the balance is topped up at every 25th reading': moving((_, reads) => 10 * cards(reads / 25)),
  },
}
