import { randomBy } from '../../../contract/random.ts'
import { type MoneyWeather, type Movement, purchasesIn, type Reading } from './ledger.ts'

const total = (movements: readonly Movement[]) => movements.reduce((sum, { cents }) => sum + cents, 0)

/** A balance as it was so long ago: from every replica, or from one of two that answer in turn. */
export function lagging(lagMs: number, replicas: 'every' | 'one of two' = 'every'): MoneyWeather {
  return {
    more: (movements, { now, readings }) => {
      const isFresh = replicas === 'one of two' && readings % 2 === 0
      return isFresh ? 0 : -total(movements.filter(({ at }) => at > now - lagMs))
    },
  }
}

/** A balance without some of the purchases, of those whose money did not come back. */
function without(isHidden: (purchase: Movement, now: number) => boolean): MoneyWeather {
  return {
    looksUp: true,
    more: (movements, { now }) =>
      -total(purchasesIn(movements).filter((one) => !one.isReturned && isHidden(one, now))),
  }
}

/** An order is debited so long after it has settled. */
export function debitedAfter(delayMs: number): MoneyWeather {
  return without(({ settledAt }, now) => settledAt === null || now < settledAt + delayMs)
}

/** What a failed order cost does not come back. */
export function keptWhereFailed(): MoneyWeather {
  return { more: (movements) => total(purchasesIn(movements).filter(({ isReturned }) => isReturned)) }
}

/** What an order costs is held; once it has settled the hold is released, and so long after that it is debited. */
export function heldThenDebited(gapMs: number): MoneyWeather {
  return without(({ at, settledAt }, now) => settledAt !== null && settledAt > at && now < settledAt + gapMs)
}

/** Each purchase costs so many cents beyond the price. */
export function fee(cents: number): MoneyWeather {
  return {
    more: (movements) => -cents * purchasesIn(movements).filter(({ isReturned }) => !isReturned).length,
  }
}

/** Some purchases cost nothing. */
export function free(isFree: (nth: number) => boolean): MoneyWeather {
  return { more: (movements) => -total(purchasesIn(movements).filter((_, nth) => isFree(nth))) }
}

/** As much as an order costs is held beside it until it has settled. */
export function heldTwice(): MoneyWeather {
  return { looksUp: true, more: (movements) => total(purchasesIn(movements).filter(isOpen)) }
}

const isOpen = ({ isReturned, settledAt }: Movement) => !isReturned && settledAt === null

const SEED = 5

/** Each purchase moves every price up or down, by at most this share. */
export function movingPrices(share: number): MoneyWeather {
  const random = randomBy(SEED)
  const levels = [1]
  const priceAfter = (purchases: number): number => {
    while (levels.length <= purchases) levels.push((levels.at(-1) ?? 1) * (1 + share * (2 * random() - 1)))
    return levels[purchases] ?? 1
  }
  return {
    priceAfter,
    more: (movements) =>
      purchasesIn(movements)
        .map(({ cents, isReturned }, nth) => (isReturned ? 0 : Math.round(cents * priceAfter(nth)) - cents))
        .reduce((sum, cents) => sum + cents, 0),
  }
}

const CARD = 2500
/** So much that another caller never spends all of it. */
const RICH = 100_000_000

/** Another caller of the same key has bought so many cards by then. */
export function sharedWith(cardsBy: (reading: Reading) => number): MoneyWeather {
  return { more: (_, reading) => RICH - CARD * Math.floor(cardsBy(reading)) }
}

/** The balance was topped up so many times by then, each time by so many cents. */
export function toppedUp(cents: number, timesBy: (reading: Reading) => number): MoneyWeather {
  return { more: (_, reading) => cents * Math.floor(timesBy(reading)) }
}
