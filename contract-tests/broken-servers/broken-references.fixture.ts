import type { BrokenServers } from './server.fixture.ts'
import { type Call, type Card, type Order, SmallService } from './service.fixture.ts'

/** Takes two references for one if this is the same of both. */
function comparing(identity: (reference: string) => string) {
  return class extends SmallService {
    override identity(reference: string) {
      return identity(reference)
    }
  }
}

/** Answers a new purchase by another order of the same card that is not older than this. */
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

/** Servers that take a new reference for an old one, or for no purchase. */
export const BROKEN_REFERENCES: BrokenServers = {
  'new-reference-new-purchase': {
    'case does not count': comparing((reference) => reference.toLowerCase()),
    'zeros in front of a number do not count': comparing((text) => text.replace(/(?<!\d)0+(?=\d)/g, '')),
    'blanks at the end do not count': comparing((reference) => reference.trimEnd()),
    '64 characters count': comparing((reference) => reference.slice(0, 64)),
    '32 characters count': comparing((reference) => reference.slice(0, 32)),
    'composed and decomposed accents are the same': comparing((reference) => reference.normalize('NFC')),
    'accents do not count': comparing((reference) => reference.normalize('NFD').replace(/\p{M}/gu, '')),
    'punctuation does not count': comparing((reference) => reference.replace(/[\p{P}\p{S}]/gu, '')),
    'numbers of one value are the same': comparing((text) => `${Number(text) || text}`),
    'a card is bought once': merging(Number.POSITIVE_INFINITY),
    'a card is bought once within two seconds': merging(2000),
    'orders of a card at the same moment are one': merging(10),
    'nothing is charged from the second order on': class extends SmallService {
      override debit(order: Order) {
        if (this.orders.size === 1) super.debit(order)
      }
    },
    'of two orders at the same moment one is charged': class extends SmallService {
      override debit(order: Order) {
        const since = order.placedAt - 10
        const [, isBeside] = [...this.orders.values()].filter(({ placedAt }) => placedAt >= since)
        if (!isBeside) super.debit(order)
      }
    },
  },
}
