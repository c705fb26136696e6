import type { Answer } from '../../run/answer.ts'
import {
  describeAnswer,
  isProcessing,
  lookupSummary,
  purchaseSummary,
  type ReadSummary,
} from '../../run/answer.ts'
import { statesWith } from '../findings/settled-states.ts'
import { type KeyedSearch, newReference, sightingIn } from '../search.ts'
import { findReferenceLimits, findRequestForms, REFERENCES_NEED } from './find-limits.ts'
import { findLookup, lookUp } from './find-lookup.ts'
import { beginCourse, followOrder, type Polling, type SeenSummary } from './follow-order.ts'
import { placeOrder, type SentOrder, sendOrder } from './place-order.ts'

/** The one purchase of a discovery, and its outcome. */
export type ProbePurchase = {
  readonly partnerReference: string
  readonly sku: string
  readonly outcome: SentOrder['outcome']
  /** The last status that was seen; null if none was. */
  readonly status: string | null
}

/**
 * Buys one card, finds the lookup of its order (gap `lookup-operation`), and follows it until it settles (gap
 * `settled-states`). A second purchase is never sent: what follows is its identical body, and a card that does not exist.
 *
 * @param note is called with what is known of the purchase, from the moment when it is sent.
 */
export async function buyOne(
  search: KeyedSearch,
  { sku, price }: { readonly sku: string; readonly price: string },
  note: (purchase: ProbePurchase) => void,
): Promise<void> {
  const order = { partnerReference: newReference(search, 'discover'), sku }
  search.findings.step(`One purchase: ${sku} for ${price}, under the reference ${order.partnerReference}`)
  note({ ...order, outcome: 'unknown', status: null })
  const course = beginCourse(search)
  const placed = await placeOrder(search, order)
  const summary = purchaseSummary(placed.answer)
  const { outcome } = placed
  note({ ...order, outcome, status: cleanStatus(search, summary) })
  if (outcome === 'refused') return noteRefused(search, placed.answer)
  if (outcome === 'bought' && summary === undefined) {
    search.findings.note('The purchase was served without a status at data.order.order (§ 4.1).')
  }
  const last = await follow(search, course, order, seenOf(search, placed.answer, summary))
  if (last === undefined) return noteUnknown(search, order, outcome)
  note({ ...order, outcome: 'bought', status: cleanStatus(search, last.summary) })
  if (!isProcessing(last.summary)) noteState(search, last)
  if (outcome !== 'bought') return
  await findRequestForms(search, order)
  if (search.prober.left() >= REFERENCES_NEED) await findReferenceLimits(search)
}

type Order = { readonly partnerReference: string; readonly sku: string }

async function follow(
  search: KeyedSearch,
  course: Polling,
  order: Order,
  bought: SeenSummary | undefined,
): Promise<SeenSummary | undefined> {
  if (bought !== undefined && isProcessing(bought.summary) && !(await course.wait(bought))) {
    const reason = 'The order was to be left alone for longer than it is followed: its lookup was not tried.'
    search.findings.missed({ key: 'lookup', reason, seen: [] })
    return bought
  }
  const found = await findLookup(search, order.partnerReference)
  if (found === undefined) {
    if (bought === undefined) return undefined
    const resend = () => sendOrder(search, order, 'the identical body')
    return followOrder(search, course, bought, resend, purchaseSummary)
  }
  const looked = seenOf(search, found.answer, lookupSummary(found.answer)) ?? bought
  if (looked === undefined) return undefined
  const poll = () => lookUp(search, found.lookup, order.partnerReference)
  return followOrder(search, course, looked, poll, lookupSummary)
}

function seenOf(
  search: KeyedSearch,
  answer: Answer,
  summary: ReadSummary | undefined,
): SeenSummary | undefined {
  return summary === undefined ? undefined : { summary, answer, at: search.pace.now() }
}

function noteState(search: KeyedSearch, { summary, answer }: SeenSummary): void {
  const position =
    answer.exchange.operation === 'createOrder' ? '/data/order/order/status' : '/data/order/status'
  const { key, states, reason } = statesWith(summary.status, search.aim.start)
  const seen = [sightingIn(search, answer, [position])]
  search.findings.found({ key, value: states, provenance: 'observed', reason, seen })
}

/** A status is text of the service: keys are removed from it. */
function cleanStatus({ findings }: KeyedSearch, summary: ReadSummary | undefined): string | null {
  return summary === undefined ? null : findings.clean(summary.status)
}

function noteUnknown({ findings }: KeyedSearch, order: Order, outcome: SentOrder['outcome']): void {
  if (outcome !== 'unknown') return
  findings.note(
    `What happened to the order is not known: it may have been bought. Ask the operator, by its reference ${order.partnerReference}.`,
  )
}

function noteRefused({ findings }: KeyedSearch, answer: Answer): void {
  findings.note(
    `${describeAnswer(answer)}: the purchase was refused, so that neither the lookup nor a settled state was seen. If the balance does not cover the card, that is errors.insufficientBalance.`,
  )
}
