import type { GapId } from '../../contract/reference/gaps.ts'
import { neverDelivers, paysTwice } from '../advice/recovering.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { isUnknownOutcome, type Order } from '../analysis/order.ts'
import { type Explained, SURPLUS, shownBy } from '../analysis/purchases.ts'
import { answerWords, isShutOutAfter, type OrderExchange } from '../analysis/request.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

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
  const doubles = explained.filter(({ as }) => as === 'unknown')
  const [double] = doubles
  if (double !== undefined) return boughtAgain(double, doubles, analysis)
  const open = orders.flatMap((order) => openIn(order) ?? [])
  // What is one too many, and what may be its retry with a reference that can't be read, are reported by their own rules.
  const isElsewhere = ({ lost: { reference, exchange } }: Open) =>
    explained.some(({ as, purchase }) => SURPLUS.includes(as) && purchase.reference === reference) ||
    misshapen.some(({ purchase }) => purchase.reference === undefined && purchase.exchange.seq > exchange.seq)
  const left = open.filter((one) => one.resumedBy === undefined && !isElsewhere(one))
  const [first] = left
  if (first !== undefined) return leftOpen(first, left, analysis)
  const resumed = open.find(
    ({ resumedBy, order }) => resumedBy?.kind === 'lookup' || resumedBy?.sku === order.sku,
  )
  if (resumed?.resumedBy === undefined)
    return notObserved('Every purchase was answered: no outcome was unknown.')
  const { lost, resumedBy } = resumed
  return kept({ evidence: [lost.exchange, resumedBy.exchange], restsOn: gapsOf(lost) })
}

type Open = NonNullable<ReturnType<typeof openIn>>

/** The first purchase of an order whose outcome was not known, and what its client did about it. */
function openIn(order: Order) {
  const lost = order.purchases.find(
    (sent) => isUnknownOutcome(sent) && !order.received.some(({ knownMs }) => knownMs <= sent.arrivedMs),
  )
  if (lost === undefined) return undefined
  const resumedBy = order.requests.find(({ exchange }) => exchange.seq > lost.exchange.seq)
  return resumedBy === undefined && order.received.length > 0 ? undefined : { order, lost, resumedBy }
}

function boughtAgain(
  { order, before, purchase }: Explained,
  all: readonly Explained[],
  analysis: Analysis,
): RuleFinding {
  const [one, other] = [quoteName(order.reference), quoteName(purchase.reference)]
  return broken(
    purchase.isRestarted
      ? `After a crash the client did not look up its purchase ${one}: started again with the same order to buy, it bought the same card under a new reference, ${other}.`
      : `The purchase ${one} ${lostWords(before)}; before its outcome was known, the same card was bought under a new reference, ${other}.`,
    {
      ...shownBy(all),
      restsOn: gapsOf(before),
      advice: paysTwice(
        order,
        all.map((one) => one.purchase),
        analysis,
      ),
    },
  )
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
    advice: neverDelivers(order, analysis),
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
