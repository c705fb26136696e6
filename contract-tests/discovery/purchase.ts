import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type Money, moneyWords } from '../../contract/wire/money.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import {
  type Answer,
  describeAnswer,
  isProcessing,
  isServed,
  orderBody,
  type ReadSummary,
  summaryIn,
} from '../run/exchange.ts'
import type { ProbePurchase } from './findings.ts'
import { findReferenceLimits, findRequestForms, REFERENCES_NEED } from './gaps/limits.ts'
import { findLookup, lookUp } from './gaps/lookup.ts'
import { noteState } from './gaps/states.ts'
import { busyPauseMs, isBusy } from './prober.ts'
import { type KeyedSearch, newReference } from './search.ts'

export type Offer = {
  /** Undefined if the catalogue was not found. */
  readonly skus: readonly string[] | undefined
  /** In minor units; undefined where it could not be read. */
  readonly prices: readonly { readonly sku: string; readonly units: number | undefined }[]
  readonly money: Money | undefined
}

type Card = { readonly sku: string; readonly price: string }

/** The number of requests that may be needed to find the lookup of an order and follow it for a while. */
const LOOKUPS_NEED = 20

/** The card that was asked for, else the cheapest whose price was read (§4.4); or a sentence: why there is none. */
export function chooseCard(
  { prober }: KeyedSearch,
  { skus, prices, money }: Offer,
  asked?: string,
): Card | string {
  if (prober.left() < LOOKUPS_NEED) return 'Nothing was bought: too few requests are left to follow an order.'
  if (asked !== undefined && skus?.includes(asked) === false)
    return `Nothing was bought: the card ${asked} is not among the ${skus.length} of the catalogue.`
  const priced = prices.flatMap(({ sku, units = 0 }) => (units > 0 ? [{ sku, units }] : []))
  const [cheapest] = priced.sort((one, other) => one.units - other.units)
  const card = asked === undefined ? cheapest : prices.find(({ sku }) => sku === asked)
  if (card === undefined)
    return asked === undefined
      ? 'Nothing was bought: no price could be read. Name a card with --sku to buy it anyway.'
      : `Nothing was bought: the price of ${asked} was not served.`
  const { sku, units } = card
  if (units === undefined || money === undefined) return { sku, price: 'a price that could not be read' }
  return { sku, price: `${moneyWords(units, money)} (amounts read as ${money.format})` }
}

/**
 * Buys one card, finds the lookup of its order (gap `lookup-operation`), and follows it until it settles (gap
 * `settled-states`). A second purchase is never sent: what follows is its identical body, and a card that does not exist.
 */
export async function buyOne(search: KeyedSearch, { sku, price }: Card): Promise<void> {
  const { findings, pace, start } = search
  const order = { partnerReference: newReference(search, 'discover'), sku }
  // A status is text of the service: keys are removed from it.
  const noteOutcome = (outcome: ProbePurchase['outcome'], summary?: ReadSummary) => {
    const status = summary === undefined ? null : findings.clean(summary.status)
    findings.purchase = { ...order, outcome, status }
  }
  findings.step(`One purchase: ${sku} for ${price}, under the reference ${order.partnerReference}`)
  noteOutcome('unknown')
  const deadline = pace.now() + start.limits.settleSeconds * 1000
  const { answer, outcome } = await placeOrder(search, order)
  const bought = seenSummary(search, answer)
  noteOutcome(outcome, bought?.summary)
  if (outcome === 'refused') {
    findings.note(
      `${describeAnswer(answer)}: the purchase was refused, so that neither the lookup nor a settled state was seen. If the balance does not cover the card, that is errors.insufficientBalance.`,
    )
    return
  }
  if (outcome === 'bought' && bought === undefined)
    findings.note('The purchase was served without a status at data.order.order (§ 4.1).')
  const last = await findAndFollow(search, order, bought, deadline)
  if (last !== undefined) {
    noteOutcome('bought', last.summary)
    if (!isProcessing(last.summary)) noteState(search, last.summary, last.answer)
  } else if (outcome === 'unknown')
    findings.note(
      `What happened to the order is not known: it may have been bought. Ask the operator, by its reference ${order.partnerReference}.`,
    )
  if (last === undefined || outcome !== 'bought') return
  await findRequestForms(search, order)
  if (search.prober.left() >= REFERENCES_NEED) await findReferenceLimits(search)
}

const MOST_SENDINGS = 3
const PAUSE_MS = 1000

/**
 * Sends one order. If its answer is lost, or is not a refusal of the order itself, the identical body is sent again: it
 * is the same purchase (§4.2, §4.3).
 */
async function placeOrder(search: KeyedSearch, order: OrderRequest) {
  let isOpen = false
  for (let sending = 1; ; sending += 1) {
    const answer = await sendOrder(search, order, sending === 1 ? 'the purchase' : 'the identical body')
    if (isServed(answer)) return { answer, outcome: 'bought' as const }
    const isRefused = answer.status !== null && answer.status < 500 && !isBusy(answer)
    isOpen ||= !isRefused
    // No refusal is documented to mean "not bought": an earlier answer without an outcome stays open.
    if (isRefused || sending === MOST_SENDINGS)
      return { answer, outcome: isOpen ? ('unknown' as const) : ('refused' as const) }
    search.findings.note(
      `${describeAnswer(answer)}: that does not mean that nothing was bought (§ 4.3). The identical body is sent again; it is the same purchase (§ 4.2).`,
    )
    await search.pace.sleep(isBusy(answer) ? busyPauseMs(answer) : sending * PAUSE_MS)
  }
}

function sendOrder({ prober, auth }: KeyedSearch, order: OrderRequest, how: string): Promise<Answer> {
  return prober.ask({ operation: 'createOrder', body: orderBody(order), auth, how })
}

/** A summary, the answer with it, and when it arrived. Milliseconds of the pace's clock. */
type SeenSummary = { readonly summary: ReadSummary; readonly answer: Answer; readonly at: number }

function seenSummary({ pace }: KeyedSearch, answer: Answer): SeenSummary | undefined {
  const summary = summaryIn(answer)
  return summary && { summary, answer, at: pace.now() }
}

/**
 * Finds the lookup of the order, and polls by it, or else by the identical body, until the order is no longer
 * PROCESSING (§1.3). Returns the last summary that was seen.
 */
async function findAndFollow(
  search: KeyedSearch,
  order: OrderRequest,
  bought: SeenSummary | undefined,
  deadline: number,
): Promise<SeenSummary | undefined> {
  const { partnerReference } = order
  if (bought !== undefined && isProcessing(bought.summary) && !(await waits(search, bought, deadline))) {
    const reason = 'The order was to be left alone for longer than it is followed: its lookup was not tried.'
    search.findings.miss('lookup', reason)
    return bought
  }
  const found = await findLookup(search, partnerReference)
  const poll = () =>
    found === undefined
      ? sendOrder(search, order, 'the identical body')
      : lookUp(search, found.lookup, partnerReference)
  let latest = (found && seenSummary(search, found.answer)) ?? bought
  while (latest !== undefined && isProcessing(latest.summary)) {
    if (!(await waits(search, latest, deadline))) break
    const answer = await poll()
    // After an answer without a summary, the wait of the summary before it applies.
    const summary: ReadSummary = summaryIn(answer) ?? latest.summary
    latest = { summary, answer, at: search.pace.now() }
  }
  return latest
}

/** Used when nothing says how long to wait. */
const POLL_AFTER_SECONDS = 1
/** A timer may fire a moment early. */
const MARGIN_MS = 5

/** Waits as long as a summary asks for (§3.1); false if that is longer than an order is followed. */
async function waits(
  { pace, start, findings }: KeyedSearch,
  { summary, at }: SeenSummary,
  deadline: number,
): Promise<boolean> {
  const { pollAfterSeconds } = summary
  const seconds = isPollAfter(pollAfterSeconds) ? pollAfterSeconds : POLL_AFTER_SECONDS
  const due = at + seconds * 1000 + MARGIN_MS
  if (due <= deadline) {
    await pace.sleep(Math.max(0, due - pace.now()))
    return true
  }
  findings.note(
    `The order is still PROCESSING, and is not followed for longer than limits.settleSeconds (${start.limits.settleSeconds}).`,
  )
  return false
}
