import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import { isProcessing, type ReadSummary, summaryIn } from '../target/exchange.ts'
import { isRefusal } from './errors.ts'
import type { Probe } from './findings.ts'
import { findLookup, lookUp } from './lookup.ts'
import type { Search } from './prober.ts'
import { sendOrder } from './purchase.ts'

/**
 * Finds the lookup of an order, and polls the order at its pace until it settles (gap `settled-states`). Without a
 * lookup, it polls by the identical body, which is the same purchase (§4.2).
 */
export async function followOrder(search: Search, order: OrderRequest, bought: Probe): Promise<void> {
  const { findings, pace, start } = search
  const until = pace.now() + start.limits.settleSeconds * 1000
  let [last, summary] = [bought, summaryIn(bought)]
  if (isProcessing(summary) && !(await waitToPoll(search, summary, until)))
    return findings.miss('lookup', 'It was not tried, since the order asks for too long a wait.')
  const found = await findLookup(search, order.partnerReference)
  if (found !== undefined) [last, summary] = [found.probe, summaryIn(found.probe)]
  while (isProcessing(summary) && (await waitToPoll(search, summary, until))) {
    last = found
      ? await lookUp(search, found.lookup, order.partnerReference)
      : await sendOrder(search, order, 'the identical body')
    if (isRefusal(last)) {
      findings.note('The order is no longer shown, so it is not followed any further.')
      break
    }
    // After an answer without a summary, the previous summary says how long to wait.
    summary = summaryIn(last) ?? summary
  }
  if (summary === undefined) return
  findings.purchase = { ...order, outcome: 'bought', status: findings.clean(summary.status) }
  if (isProcessing(summary)) return
  noteState(search, summary.status, last)
}

/** Any other state counts as a success. */
const LIKE_A_FAILURE = /FAIL|REJECT|CANCEL|ERROR|DECLIN|EXPIR|REFUND|VOID|ABORT|DENIED/i

function noteState({ findings, start }: Search, state: string, probe: Probe): void {
  const known = (['success', 'failure'] as const).find((side) => start.states[side].includes(state))
  const side = known ?? (LIKE_A_FAILURE.test(state) ? 'failure' : 'success')
  const states = known ? start.states[known] : [state]
  const why = known
    ? `The profile names that as a ${side}.`
    : `By its name, that seems to be a ${side}: ask the operator.`
  const reason = `The order settled as ${state}. ${why}`
  findings.add(`states.${side}`, states, reason, [probe], known !== undefined)
}

/** How long to wait if a summary does not say. */
const POLL_AFTER_SECONDS = 1
/** A timer may fire a moment early. */
const MARGIN_MS = 5

/** Waits as long as a summary asks (§3.1). Returns false if that is beyond the time limit. */
async function waitToPoll(
  { pace, start, findings }: Search,
  summary: ReadSummary | undefined,
  until: number,
): Promise<boolean> {
  const asked = summary?.pollAfterSeconds
  const waitMs = (isPollAfter(asked) ? asked : POLL_AFTER_SECONDS) * 1000 + MARGIN_MS
  if (pace.now() + waitMs <= until) {
    await pace.sleep(waitMs)
    return true
  }
  findings.note(
    `The order is still PROCESSING, and is followed for no longer than limits.settleSeconds (${start.limits.settleSeconds}).`,
  )
  return false
}
