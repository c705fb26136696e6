import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis.ts'
import { hindranceAfter, misspelledAfter, spellingWords, strayWords } from '../lookups.ts'
import { answerWords, isUnknownOutcome, mayBeOfOrder, type Order, type OrderExchange } from '../orders.ts'
import { type Explained, type Explanation, ONE_TOO_MANY, REUSED } from '../purchases.ts'
import type { Found, Rules } from '../rule-finding.ts'
import { quoteName } from '../trial.ts'

/** The clauses about retries, unknown outcomes and the number of purchases. */
export const RECOVERING = {
  /**
   * §4.2: a retry carries the same reference and the same SKU, in the identical body.
   *
   * Broken by another content under the same reference while the first purchase was open. White space and the order of
   * members don't matter. Also broken by a new reference after a refusal by the rate limit, which is not documented to
   * mean "not bought". After an answer that never came, `timeout-is-not-failure` forbids a new reference. To correct a
   * refused body is not a retry.
   */
  'retry-identical-body': (analysis) => [
    boughtAs(analysis, ['altered']),
    boughtAs(analysis, ['rate-limited']),
    analysis.explained
      .filter(({ explanation }) => explanation === 'repeated')
      .map(({ before, purchase }) => ({ kept: true, evidence: [before.exchange, purchase.exchange] })),
    { notObserved: 'No purchase was sent a second time.' },
  ],
  /**
   * §4.3, §7.1: a purchase whose answer did not come, or says nothing (5xx), is looked up or sent again unchanged.
   * After that the client may give up.
   *
   * A new reference before then is a second purchase, even if a lookup answered that it knows no such order: no
   * sentence says how soon a lookup finds one. To do nothing is to walk away.
   */
  'timeout-is-not-failure': (analysis) => {
    const open = analysis.orders.flatMap((order) => openIn(order) ?? [])
    const left = open.filter((one) => one.next === undefined && !isElsewhere(one, analysis))
    const resumed = open.filter(({ next, order }) => next?.kind === 'lookup' || next?.sku === order.sku)
    return [
      boughtAs(analysis, ['unknown']),
      left.map((one) => leftOpen(one, analysis)),
      resumed.map(({ lost, next = lost }) => ({
        kept: true,
        evidence: [lost.exchange, next.exchange],
        restsOn: gapsOf(lost),
      })),
      { notObserved: 'Every purchase was answered: no outcome was unknown.' },
    ]
  },
  /**
   * §2, §4.2: each intended purchase has its own reference.
   *
   * Broken if two purchases share a reference, and if one purchase has two although the first was known to be
   * `PROCESSING`, or settled in a state that is not a failure. After a failure, or a refusal other than by the rate
   * limit, buying again is a new purchase and breaks nothing.
   */
  'one-reference-per-purchase': (analysis) => {
    const { purchases: wanted, sku: card } = analysis.trial.scenario
    const own = analysis.orders.filter(({ sku }) => sku === card)
    const sent = own.flatMap(({ purchases: [one] }) => one?.exchange ?? [])
    const seen = sent.length === 0 ? 'none' : 'only one'
    return [
      boughtAs(analysis, REUSED),
      boughtAs(analysis, ['processing', 'settled', 'pending']),
      wanted < 2 ? [{ notObserved: 'One card was to be bought: two are needed to see two references.' }] : [],
      sent.length >= wanted ? [{ kept: true, evidence: sent.slice(0, 2) }] : [],
      { notObserved: `${wanted} cards were to be bought; a purchase was sent for ${seen}.` },
    ]
  },
} satisfies Rules

/** The findings for purchases with one of these explanations. */
function boughtAs({ explained, trial: { scenario } }: Analysis, kinds: readonly Explanation[]): Found[] {
  const those = explained.filter(({ explanation }) => kinds.includes(explanation))
  return those.map((one) => ({
    broken: wordsOf(one, scenario.purchases),
    evidence: [one.before.exchange],
    breaks: one.purchase.exchange,
    restsOn: one.explanation === 'unknown' ? gapsOf(one.before) : (RESTS_ON[one.explanation] ?? []),
    mistake: one.explanation,
  }))
}

const RESTS_ON: { readonly [Kind in Explanation]?: readonly GapId[] } = {
  'rate-limited': ['rate-limited-status'],
  conflict: ['reference-conflict'],
  processing: ['settled-states'],
  settled: ['settled-states'],
  pending: ['settled-states'],
}

function wordsOf({ explanation, order, before, purchase }: Explained, wanted: number): string | null {
  const [one, other] = [quoteName(order.reference), quoteName(purchase.reference)]
  const what =
    purchase.sku === before.sku
      ? 'other fields in addition to its reference and SKU'
      : `another SKU: ${quoteName(before.sku)} became ${quoteName(purchase.sku)}`
  const usedAgain = `The reference ${one} was used a second time,`
  const toBuy = `${wanted === 1 ? 'One card was' : `No more than ${wanted} cards were`} to be bought; ${one}`
  const words: { readonly [Kind in Explanation]?: string } = {
    altered: `The purchase ${one} was sent again with ${what}.`,
    'rate-limited': `A purchase was refused by the rate limit, and sent again under another reference: ${one} became ${other}.`,
    unknown: purchase.isRestarted
      ? `After a crash the client did not look up its purchase ${one}: started again with the same order to buy, it bought the same card under a new reference, ${other}.`
      : `The purchase ${one} ${lostWords(before)}; before its outcome was known, the same card was bought under a new reference, ${other}.`,
    'other-sku': `${usedAgain} for another SKU, ${quoteName(purchase.sku)}.`,
    'same-sku': `${usedAgain} although a second card was to be bought.`,
    conflict: `${usedAgain} and the service answered that it belongs to another purchase.`,
    processing: `${toBuy} was PROCESSING, and ${other} was sent as well.`,
    settled: `${toBuy} was already settled, and ${other} was sent as well.`,
    pending: `${toBuy} was under way, and ${other} was sent as well.`,
  }
  return words[explanation] ?? null
}

type Open = NonNullable<ReturnType<typeof openIn>>

/** The first purchase of an order with an unknown outcome, and the client's next request about it. */
function openIn(order: Order) {
  const lost = order.purchases.find(
    (sent) => isUnknownOutcome(sent) && !order.received.some(({ knownMs }) => knownMs <= sent.arrivedMs),
  )
  if (lost === undefined) return undefined
  const next = order.requests.find(({ exchange }) => exchange.seq > lost.exchange.seq)
  return next === undefined && order.received.length > 0 ? undefined : { order, lost, next }
}

/**
 * True if another rule reports the sequel: a purchase too many, or a purchase without a readable reference that may be
 * the retry.
 */
function isElsewhere({ lost: { reference, exchange } }: Open, { explained, misshapen }: Analysis): boolean {
  const isSurplus = explained.some(
    ({ explanation, purchase }) => ONE_TOO_MANY.includes(explanation) && purchase.reference === reference,
  )
  return isSurplus || misshapen.some(({ purchase }) => mayBeOfOrder(purchase, exchange))
}

/** A client that did not end by itself has walked away after this time without a request. */
const WALKED_AWAY_MS = 30_000

function leftOpen({ order, lost }: Open, analysis: Analysis): Found {
  const { unrecorded, exit, endedMs } = analysis.trial
  const what = `The purchase ${quoteName(order.reference)} ${lostWords(lost)}`
  const { words, evidence = [], restsOn = [] } = hindranceAfter(lost.exchange, analysis) ?? {}
  const grounds = { evidence: [lost.exchange, ...evidence], restsOn: [...restsOn, ...gapsOf(lost)] }
  if (words !== undefined) return { notObserved: `${what}, and then ${words}`, ...grounds }
  const misspelled = misspelledAfter(lost, analysis)
  if (misspelled !== undefined)
    return {
      notObserved: `${what}, and the client asked for another one: ${spellingWords(misspelled)}`,
      evidence: [...grounds.evidence, misspelled.exchange],
      restsOn: [...grounds.restsOn, 'lookup-operation'],
    }
  const isGone = exit?.cause === 'exited' || endedMs - lost.answer.knownMs >= WALKED_AWAY_MS
  if (unrecorded || !isGone)
    return { notObserved: `${what}, and the recording was too short to show what followed.`, ...grounds }
  const broken = `${what}, and the client never looked it up or sent it again${strayWords(analysis)}.`
  return { broken, ...grounds, breaks: lost.exchange, mistake: 'lost' }
}

function lostWords({ answer }: OrderExchange): string {
  const words = answerWords(answer)
  return answer.kind === 'failed' ? `${words}, which does not say whether it was recorded` : words
}

/** It is not documented that a 5xx leaves the outcome open. */
function gapsOf({ answer }: OrderExchange): readonly GapId[] {
  return answer.kind === 'failed' ? ['unavailable-status'] : []
}
