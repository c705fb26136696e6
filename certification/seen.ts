import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import type { Analysis } from './analysis.ts'
import type { OrderExchange } from './orders.ts'
import type { Language } from './recipes.ts'
import type { RuleFinding } from './rule-finding.ts'
import { ALLOWANCE_MS, NOISE, type Wait } from './steps.ts'

/** What breaks a clause in one trial. */
export type Seen = {
  readonly finding: Pick<RuleFinding, 'breaks' | 'evidence' | 'mistake'>
  readonly analysis: Analysis
  /** Of the client; undefined where it is not known. */
  readonly language: Language | undefined
}

/** The request that breaks the clause. */
function firstBroken({ finding: { breaks, evidence } }: Seen): Exchange | undefined {
  return evidence.find(({ seq }) => breaks.includes(seq))
}

/** The names of other fields than the two of a purchase. */
export function othersIn(seen: Seen): readonly string[] {
  const document = parseJson(firstBroken(seen)?.request.body ?? '')
  if (!isObject(document)) return []
  return Object.keys(document).filter((name) => !['partnerReference', 'sku'].includes(name))
}

/** What went wrong first with a request of the evidence, and is not the client's fault. */
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

/** Whether every wait that was too short would have been long enough, had it begun with the request before it. */
export function countsFromRequest({ finding: { breaks }, analysis: { waits } }: Seen): boolean {
  const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
  const isByRequest = ({ step, request, intervalMs }: Wait) =>
    request.arrivedMs - step.request.arrivedMs >= intervalMs * (1 - NOISE) - ALLOWANCE_MS
  return early.length > 0 && early.every(isByRequest)
}

/** The requests about an order that was left; undefined where none was. */
export function leftAt(seen: Seen): readonly OrderExchange[] | undefined {
  const last = firstBroken(seen)
  return seen.analysis.orders.find(({ requests }) => requests.at(-1)?.exchange === last)?.requests
}
