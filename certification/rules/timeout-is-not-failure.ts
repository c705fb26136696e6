import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { isUnknownOutcome, type Order } from '../analysis/order.ts'
import { type Explained, SURPLUS } from '../analysis/purchases.ts'
import { answerWords, isShutOutAfter, type OrderExchange } from '../analysis/request.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { broken, brokenBy, kept, notObserved, ofFirst, type RuleFinding } from '../rule-finding.ts'

/** For a client that did not end by itself: after this quiet time it counts as having walked away. */
const WALKED_AWAY_MS = 30_000

/**
 * §4.3, §7.1: a purchase whose answer did not come, or says nothing (5xx), is looked up or sent again as it was. The
 * next request about it decides. A new reference before it is resolved is a second purchase, also where a lookup has
 * answered that it knows no such order: no sentence says how soon a lookup finds one. Silence is walking away. A client that
 * has looked it up, or sent it again, has done what §4.3 requires, and may give up.
 */
export function timeoutIsNotFailure(analysis: Analysis): RuleFinding {
  const { orders, explained, misshapen } = analysis
  const open = orders.flatMap((order) => openIn(order) ?? [])
  // What is one too many, and what may be its retry with a reference that can't be read, are reported by their own rules.
  const isElsewhere = ({ lost: { reference, exchange } }: Open) =>
    explained.some(({ as, purchase }) => SURPLUS.includes(as) && purchase.reference === reference) ||
    misshapen.some(({ purchase }) => purchase.reference === undefined && purchase.exchange.seq > exchange.seq)
  const left = open.filter((one) => one.next === undefined && !isElsewhere(one))
  const resumed = open.filter(({ next, order }) => next?.kind === 'lookup' || next?.sku === order.sku)
  return (
    brokenBy(explained, ['unknown'], boughtAgain, ({ before }) => gapsOf(before)) ??
    ofFirst(left, (one) => leftOpen(one, left, analysis)) ??
    ofFirst(resumed, ({ lost, next }) =>
      kept({ evidence: [lost.exchange, next?.exchange ?? lost.exchange], restsOn: gapsOf(lost) }),
    ) ??
    notObserved('Every purchase was answered: no outcome was unknown.')
  )
}

type Open = NonNullable<ReturnType<typeof openIn>>

/** The first purchase of an order whose outcome was not known, and what its client did next about it. */
function openIn(order: Order) {
  const lost = order.purchases.find(
    (sent) => isUnknownOutcome(sent) && !order.received.some(({ knownMs }) => knownMs <= sent.arrivedMs),
  )
  if (lost === undefined) return undefined
  const next = order.requests.find(({ exchange }) => exchange.seq > lost.exchange.seq)
  return next === undefined && order.received.length > 0 ? undefined : { order, lost, next }
}

function boughtAgain({ order, before, purchase }: Explained): string {
  const [one, other] = [quoteName(order.reference), quoteName(purchase.reference)]
  return purchase.isRestarted
    ? `After a crash the client did not look up its purchase ${one}: started again with the same order to buy, it bought the same card under a new reference, ${other}.`
    : `The purchase ${one} ${lostWords(before)}; before its outcome was known, the same card was bought under a new reference, ${other}.`
}

function leftOpen({ order, lost }: Open, all: readonly Open[], analysis: Analysis): RuleFinding {
  const { trial, profile, strayLookups } = analysis
  const grounds = { evidence: [lost.exchange], restsOn: gapsOf(lost) }
  const what = `The purchase ${quoteName(order.reference)} ${lostWords(lost)}`
  const stray = strayAfter(lost.exchange, strayLookups)
  if (stray !== undefined)
    return notObserved(`${what}, and then ${stray.words}`, {
      evidence: [lost.exchange, stray.exchange],
      restsOn: ['lookup-operation', ...grounds.restsOn],
    })
  if (isShutOutAfter(lost.exchange, trial, profile))
    return notObserved(`${what}, and the client was refused before it could ask for it.`, grounds)
  const isGone = trial.exit?.cause === 'exited' || trial.endedMs - lost.answer.knownMs >= WALKED_AWAY_MS
  if (trial.unrecorded || !isGone)
    return notObserved(`${what}, and the recording was too short to show what followed.`, grounds)
  return broken(`${what}, and the client never looked it up or sent it again.`, {
    ...grounds,
    breaks: all.map((one) => one.lost.exchange),
    mistake: 'lost',
  })
}

function lostWords({ answer }: OrderExchange): string {
  const words = answerWords(answer)
  return answer.kind === 'failed' ? `${words}, which does not say whether it was recorded` : words
}

/** Whether a 5xx was an answer is not documented. */
function gapsOf({ answer }: OrderExchange): readonly GapId[] {
  return answer.kind === 'failed' ? ['unavailable-status'] : []
}
