import type { BrokenServers } from './server.fixture.ts'
import { type Call, type Card, type Order, SmallService } from './service.fixture.ts'

/** Takes two references for one if they have the same identity. */
function comparing(identity: (reference: string) => string) {
  return class extends SmallService {
    override identity(reference: string) {
      return identity(reference)
    }
  }
}

/** Answers a new purchase with another order of the same card that is at most this old. */
function merging(mostMs: number) {
  return class extends SmallService {
    override async buy(reference: string, card: Card, call: Call) {
      const since = this.clock.now() - mostMs
      const other = [...this.orders.values()].find((order) => order.card === card && order.placedAt >= since)
      if (other === undefined) return super.buy(reference, card, call)
      this.orders.set(reference, other)
      return this.purchaseAnswer(this.summary(other, 'purchase'), other)
    }
  }
}

/** Servers that take a new reference for a known one, or do not charge it. */
export const BROKEN_REFERENCES: BrokenServers = {
  'new-reference-new-purchase': {
    'references are compared without their case': comparing((reference) => reference.toLowerCase()),
    'references are compared without leading zeros': comparing((text) =>
      text.replace(/(?<!\d)0+(?=\d)/g, ''),
    ),
    'references are compared without trailing blanks': comparing((reference) => reference.trimEnd()),
    'references are compared by their first 64 characters': comparing((reference) => reference.slice(0, 64)),
    'references are compared by their first 32 characters': comparing((reference) => reference.slice(0, 32)),
    'references are compared in Unicode form NFC': comparing((reference) => reference.normalize('NFC')),
    'references are compared without accents': comparing((reference) =>
      reference.normalize('NFD').replace(/\p{M}/gu, ''),
    ),
    'references are compared without punctuation': comparing((reference) =>
      reference.replace(/[\p{P}\p{S}]/gu, ''),
    ),
    'references that are numbers are compared by value': comparing((text) => `${Number(text) || text}`),
    'each card can be bought only once': merging(Number.POSITIVE_INFINITY),
    'each card can be bought only once in two seconds': merging(2000),
    'simultaneous orders of a card are one order': merging(10),
    'only the first order is charged': class extends SmallService {
      override debit(order: Order) {
        if (this.orders.size === 1) super.debit(order)
      }
    },
    'only the first of two simultaneous orders is charged': class extends SmallService {
      override debit(order: Order) {
        const since = order.placedAt - 10
        const [, isBeside] = [...this.orders.values()].filter(({ placedAt }) => placedAt >= since)
        if (!isBeside) super.debit(order)
      }
    },
  },
}
