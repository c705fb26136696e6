import type { Analysis } from '../analysis/analysis.ts'
import { amountWords, balanceAfter, movement } from '../analysis/balance.ts'
import { isRecorded, type Order } from '../analysis/order.ts'
import type { OrderExchange } from '../analysis/request.ts'
import type { Advice } from '../rule-finding.ts'

type Ledger = Pick<Analysis, 'trial' | 'profile'>

export const ALTERED: Advice = {
  consequence:
    'The reference does not show how a service answers a known reference in another body. It may refuse it, and the client still does not know the outcome of the first purchase; or it may deliver the wrong card.',
}
export const RENAMED: Advice = {
  consequence:
    'A new reference is a new, additional purchase. If the refused purchase was recorded after all, two cards are paid for instead of one.',
}

export function sharesReference({ trial, profile }: Ledger): Advice {
  return {
    consequence: `To the service it is the same purchase: the second card was not bought, and the balance stayed at ${amountWords(balanceAfter(trial, profile), profile)}.`,
  }
}

export function buysMore({ exchange }: OrderExchange, { trial, profile }: Ledger): Advice {
  return {
    consequence: `A new reference is a new, additional purchase: balance ${movement(trial, profile, exchange.seq)}.`,
  }
}

/** Of a purchase whose answer is lost: what is paid for, the first card and those that were bought in addition. */
export function paysTwice(
  order: Order,
  surplus: readonly OrderExchange[],
  { trial, profile }: Ledger,
): Advice {
  const moved = ({ exchange }: OrderExchange) => movement(trial, profile, exchange.seq)
  const first = order.purchases.find(isRecorded)
  if (first === undefined)
    return {
      consequence:
        'Here the first purchase was not recorded. If it is recorded, and only the answer is lost, this client pays for two cards.',
    }
  const paid = `The first card was bought: balance ${moved(first)}.`
  const [second, ...more] = surplus.filter(isRecorded)
  if (second === undefined) return { consequence: `${paid} A second purchase was sent, and not recorded.` }
  const twice = `${paid} The second card was bought as well: balance ${moved(second)}.`
  const last = more.at(-1)
  const others = last === undefined ? '' : ` And ${more.length} more: the last of them ${moved(last)}.`
  return { consequence: `${twice}${others}` }
}

export function neverDelivers(order: Order, { trial, profile }: Ledger): Advice {
  const recorded = order.purchases.find(isRecorded)?.exchange
  return {
    consequence:
      recorded === undefined
        ? 'Here it was not recorded. If it is recorded, and only the answer is lost, a card is paid for and never delivered.'
        : `The card was bought and paid for: balance ${movement(trial, profile, recorded.seq)}. It is never delivered.`,
  }
}
