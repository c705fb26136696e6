import type { GapId } from '../../contract/reference/gaps.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { FORGOTTEN, NOT_FOUND } from '../advice/recovering.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { movement } from '../analysis/balance.ts'
import type { Surplus } from '../analysis/further-purchases.ts'
import { isUnknownOutcome, type Order } from '../analysis/order.ts'
import type { OrderExchange } from '../analysis/request.ts'
import { isShutOutAfter } from '../analysis/shut-out.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/** For a client that did not end by itself: after this quiet time it counts as having walked away. */
const WALKED_AWAY_MS = 30_000

/** An order whose first purchase has no known outcome, and what its client did about it. */
type Open = {
  readonly order: Order
  readonly lost: OrderExchange
  readonly resumedBy: OrderExchange | undefined
}

/**
 * §4.3, §7.1: a purchase whose answer did not come, or says nothing (5xx), is looked up or sent again as it was. The
 * next request about it decides. A new reference before it is resolved is a second purchase, also where a lookup has
 * answered that it knows no such order: no sentence says how soon a lookup finds one. Silence is walking away. A client that
 * has looked it up, or sent it again, has done what §4.3 requires, and may give up.
 */
export function timeoutIsNotFailure(analysis: Analysis): RuleFinding {
  const doubles = analysis.surplus.filter(({ standing }) => standing === 'unknown')
  const [double] = doubles
  if (double !== undefined) return boughtAgain(analysis, double, doubles)
  const open = analysis.orders.flatMap((order) => openIn(order) ?? [])
  // A surplus purchase is reported by its own rule.
  const unmeant = new Set(analysis.surplus.map(({ purchase }) => purchase.reference))
  const left = open.filter(
    ({ resumedBy, order, lost }) =>
      resumedBy === undefined && !unmeant.has(order.reference) && !isSentUnread(analysis, lost),
  )
  const [first] = left
  if (first !== undefined) return leftOpen(analysis, first, left)
  const resumed = open.find(
    ({ resumedBy, order }) => resumedBy?.kind === 'lookup' || resumedBy?.sku === order.sku,
  )
  if (resumed?.resumedBy !== undefined) {
    const evidence = [resumed.lost.exchange, resumed.resumedBy.exchange]
    return kept({ evidence, restsOn: gapsOf(resumed.lost, resumed.resumedBy) })
  }
  return notObserved('Every purchase was answered: no outcome was unknown.')
}

/** Whether what may be meant as its retry is a body whose reference can't be read: that is reported by its own rule. */
function isSentUnread({ misshapen }: Analysis, { exchange }: OrderExchange): boolean {
  return misshapen.some(
    ({ purchase }) => purchase.reference === undefined && purchase.exchange.seq > exchange.seq,
  )
}

function openIn(order: Order): Open | undefined {
  const lost = order.purchases.find(
    (sent) => isUnknownOutcome(sent) && !order.received.some(({ knownMs }) => knownMs <= sent.arrivedMs),
  )
  if (lost === undefined) return undefined
  const resumedBy = order.requests.find(({ exchange }) => exchange.seq > lost.exchange.seq)
  return resumedBy === undefined && order.received.length > 0 ? undefined : { order, lost, resumedBy }
}

function boughtAgain(
  analysis: Analysis,
  { instead, purchase }: Surplus,
  all: readonly Surplus[],
): RuleFinding {
  const lost = instead.purchases.find(isUnknownOutcome) ?? instead.purchases[0]
  const before = lost === undefined ? [] : [lost.exchange]
  const { crash } = analysis.trial
  const hasRestarted = crash !== undefined && purchase.arrivedMs >= crash.restartedMs
  return broken(
    hasRestarted
      ? `After a crash the client did not look up its purchase ${quoteName(instead.reference)}: started again with the same order to buy, it bought the same card under a new reference, ${quoteName(purchase.reference)}.`
      : `The purchase ${quoteName(instead.reference)} ${lost === undefined ? 'was open' : answerWords(lost)}; before its outcome was known, the same card was bought under a new reference, ${quoteName(purchase.reference)}.`,
    {
      breaks: all.map((one) => one.purchase.exchange),
      evidence: before,
      restsOn: lost === undefined ? [] : gapsOf(lost),
      advice: {
        consequence: doubleConsequence(
          analysis,
          instead,
          all.map((one) => one.purchase.exchange),
        ),
        ...(hasRestarted ? FORGOTTEN : isSoughtBefore(purchase, instead) ? NOT_FOUND : {}),
      },
    },
  )
}

/** Whether the client had asked for a purchase, and not found it, before it sent another. */
function isSoughtBefore(purchase: OrderExchange, { requests }: Order): boolean {
  return requests.some(({ kind, answer }) => kind === 'lookup' && answer.knownMs < purchase.arrivedMs)
}

function doubleConsequence(
  { trial, profile }: Analysis,
  instead: Order,
  surplus: readonly Exchange[],
): string {
  const first = instead.purchases.find(isRecorded)?.exchange
  if (first === undefined)
    return 'Here the first purchase was not recorded. If it is recorded, and only the answer is lost, this client pays for two cards.'
  const paid = `The first card was bought: balance ${movement(trial, profile, first.seq)}.`
  const [second, ...more] = surplus.filter(({ order }) => order?.effect === 'recorded')
  if (second === undefined) return `${paid} A second purchase was sent, and not recorded.`
  const twice = `${paid} The second card was bought as well: balance ${movement(trial, profile, second.seq)}.`
  const last = more.at(-1)
  if (last === undefined) return twice
  return `${twice} And ${more.length} more: the last of them ${movement(trial, profile, last.seq)}.`
}

function leftOpen(analysis: Analysis, { order, lost }: Open, all: readonly Open[]): RuleFinding {
  const { trial, profile, strayLookups } = analysis
  const grounds = { evidence: [lost.exchange], restsOn: gapsOf(lost) }
  const stray = strayAfter(lost.exchange, strayLookups)
  if (stray !== undefined) {
    return notObserved(
      `The purchase ${quoteName(order.reference)} ${answerWords(lost)}, and then ${stray.words}`,
      {
        evidence: [lost.exchange, stray.exchange],
        restsOn: ['lookup-operation', ...gapsOf(lost)],
      },
    )
  }
  if (isShutOutAfter(lost.exchange, trial, profile))
    return notObserved(
      `The purchase ${quoteName(order.reference)} ${answerWords(lost)}, and the client was refused before it could ask for it.`,
      grounds,
    )
  const isGone = trial.exit?.cause === 'exited'
  if ((trial.unrecorded ?? 0) > 0 || (!isGone && !(trial.endedMs - lost.answer.knownMs >= WALKED_AWAY_MS)))
    return notObserved(
      `The purchase ${quoteName(order.reference)} ${answerWords(lost)}, and the recording was too short to show what followed.`,
      grounds,
    )
  const recorded = order.purchases.find(isRecorded)?.exchange
  return broken(
    `The purchase ${quoteName(order.reference)} ${answerWords(lost)}, and the client never looked it up or sent it again.`,
    {
      ...grounds,
      breaks: all.map((one) => one.lost.exchange),
      advice: {
        consequence:
          recorded === undefined
            ? 'Here it was not recorded. If it is recorded, and only the answer is lost, a card is paid for and never delivered.'
            : `The card was bought and paid for: balance ${movement(trial, profile, recorded.seq)}. It is never delivered.`,
        ...(trial.crash === undefined ? {} : FORGOTTEN),
      },
    },
  )
}

function isRecorded({ exchange }: OrderExchange): boolean {
  return exchange.order?.effect === 'recorded'
}

function answerWords({ answer }: OrderExchange): string {
  if (answer.kind === 'failed')
    return `was answered with ${answer.status}, which does not say whether it was recorded`
  return answer.kind === 'unreadable' ? 'got an answer without a summary' : 'got no complete answer'
}

function gapsOf(lost: OrderExchange, by?: OrderExchange): readonly GapId[] {
  return [
    ...(lost.answer.kind === 'failed' ? (['unavailable-status'] as const) : []),
    ...(by?.kind === 'lookup' ? (['lookup-operation'] as const) : []),
  ]
}
