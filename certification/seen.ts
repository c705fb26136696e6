import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import type { Analysis } from './analysis.ts'
import type { OrderExchange } from './orders.ts'
import type { Language } from './recipes.ts'
import type { RuleFinding } from './rule-finding.ts'
import { ALLOWANCE_MS, NOISE, type Wait } from './steps.ts'

/** A clause that is broken in one trial, for the advice about it. */
export type Seen = {
  readonly finding: Pick<RuleFinding, 'breaks' | 'evidence' | 'mistake'>
  readonly analysis: Analysis
  /** The client's language; undefined if it is unknown. */
  readonly language: Language | undefined
}

/** The first request that breaks the clause. */
function firstBroken({ finding: { breaks, evidence } }: Seen): Exchange | undefined {
  return evidence.find(({ seq }) => breaks.includes(seq))
}

/** The names of all fields in a purchase other than its two. */
export function othersIn(seen: Seen): readonly string[] {
  const document = parseJson(firstBroken(seen)?.request.body ?? '')
  if (!isObject(document)) return []
  return Object.keys(document).filter((name) => !['partnerReference', 'sku'].includes(name))
}

/** The first trouble in the evidence that is not the client's fault. */
export function troubleIn({ finding: { evidence } }: Seen): string | undefined {
  return evidence.flatMap((exchange) => troubleWith(exchange) ?? [])[0]
}

function troubleWith({ delivery, fault, response }: Exchange): string | undefined {
  const isLost = delivery !== null && delivery.outcome !== 'delivered'
  const isSlow = fault?.does === 'stall' || fault?.does === 'dribble'
  if (isLost && !isSlow)
    return delivery.outcome === 'cut'
      ? 'The answer ended in the middle of its body.'
      : 'The connection ended before an answer came.'
  if (isLost || response === null)
    return 'The answer came too late: the timeout of the client ended the call.'
  return response.status < 400 ? undefined : `The answer was ${response.status}.`
}

/** True if every short wait is long enough when counted from the request, instead of from its answer. */
export function countsFromRequest({ finding: { breaks }, analysis: { waits } }: Seen): boolean {
  const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
  const isByRequest = ({ step, request, intervalMs }: Wait) =>
    request.arrivedMs - step.request.arrivedMs >= intervalMs * (1 - NOISE) - ALLOWANCE_MS
  return early.length > 0 && early.every(isByRequest)
}

/** The requests about the order that the client left; undefined if it left none. */
export function leftAt(seen: Seen): readonly OrderExchange[] | undefined {
  const last = firstBroken(seen)
  return seen.analysis.orders.find(({ requests }) => requests.at(-1)?.exchange === last)?.requests
}
