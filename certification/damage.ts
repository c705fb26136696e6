import { moneyWords } from '../contract/wire/money.ts'
import type { Analysis } from './analysis.ts'
import { balanceAfter, movement } from './balance.ts'
import type { Seen } from './seen.ts'
import { shortestFirst } from './steps.ts'

/** Two cards were to be bought, and both purchases have one reference. */
export function sharesReference({ analysis: { trial, profile } }: Seen): string {
  const balance = balanceAfter(trial, profile)
  return `To the service it is the same purchase: the second card was not bought, and the balance stayed at ${moneyWords(balance, profile.money)}.`
}

/** One card was to be bought, and was bought again although the first purchase was known. */
export function buysMore({ analysis, finding: { breaks } }: Seen): string {
  return `A new reference is a new, additional purchase${moved(analysis, breaks[0])}.`
}

/** A purchase was sent again under a new reference after a lost answer. Says which cards are paid for. */
export function paysTwice({ analysis, finding: { breaks } }: Seen): string {
  const { order } = analysis.explained.find(({ purchase }) => purchase.exchange.seq === breaks[0]) ?? {}
  const recorded = recordedIn(analysis)
  const first = order?.purchases.find(({ exchange }) => recorded.includes(exchange.seq))
  if (first === undefined)
    return 'Here the first purchase was not recorded. If it is recorded, and only the answer is lost, this client pays for two cards.'
  const paid = `The first card was bought${moved(analysis, first.exchange.seq)}.`
  const [second, ...more] = breaks.filter((seq) => recorded.includes(seq))
  if (second === undefined) return `${paid} A second purchase was sent, and not recorded.`
  const twice = `${paid} The second card was bought as well${moved(analysis, second)}.`
  const last = more.at(-1)
  return `${twice}${last === undefined ? '' : ` And ${more.length} more${moved(analysis, last, 'the last of them')}.`}`
}

/** The answer to a purchase was lost, and the client never asked what became of it. */
export function neverDelivers({ analysis, finding: { breaks } }: Seen): string {
  const order = analysis.orders.find(({ purchases }) =>
    purchases.some(({ exchange }) => exchange.seq === breaks[0]),
  )
  const recorded = recordedIn(analysis)
  const first = order?.purchases.find(({ exchange }) => recorded.includes(exchange.seq))
  return first === undefined
    ? 'Here it was not recorded. If it is recorded, and only the answer is lost, a card is paid for and never delivered.'
    : `The card was bought and paid for${moved(analysis, first.exchange.seq)}. It is never delivered.`
}

/** The client stopped asking for an order that was PROCESSING. */
export function leavesOrder({ analysis: { trial } }: Seen): string {
  const isBought = trial.scenario.course.settles === 'success'
  return `The client leaves the purchase before it is settled: ${isBought ? 'the card is paid for, and never delivered.' : 'it never knows whether it has the card or its money.'}`
}

export function pollsTooOften({ analysis: { waits }, finding: { breaks } }: Seen): string {
  const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
  const { intervalMs, earlyByMs } = shortestFirst(early)[0] ?? { intervalMs: 0, earlyByMs: 0 }
  const times = intervalMs / Math.max(1, intervalMs - earlyByMs)
  // Waits of a few milliseconds are not measured more precisely than this.
  const ratio =
    times >= 100 ? 'at least a hundred times' : `${times < 10 ? times.toFixed(1) : Math.round(times)} times`
  return `At this pace the service is polled ${ratio} as often as it asked for. The answer does not come sooner.`
}

function recordedIn({ purchases }: Analysis): readonly number[] {
  return purchases.flatMap(({ exchange: { seq, order } }) => (order?.effect === 'recorded' ? seq : []))
}

/** How an exchange changed the balance. The text continues a sentence that says what was bought. */
function moved({ trial, profile }: Analysis, seq = 0, what = 'balance'): string {
  return `: ${what} ${movement(trial, profile, seq)}`
}
