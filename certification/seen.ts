import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Analysis } from './analysis.ts'
import type { OrderExchange } from './orders.ts'
import type { Language } from './recipes.ts'
import type { RuleFinding } from './rule-finding.ts'
import { ALLOWANCE_MS, NOISE, shortestFirst, type Wait } from './steps.ts'

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

function requestOf(seen: Seen): Exchange['request'] | undefined {
  return firstBroken(seen)?.request
}

function fieldsOf(seen: Seen): readonly string[] | undefined {
  const document = parseJson(requestOf(seen)?.body ?? '')
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  return isObject ? Object.keys(document) : undefined
}

export function othersIn(seen: Seen): readonly string[] {
  return (fieldsOf(seen) ?? []).filter((name) => !['partnerReference', 'sku'].includes(name))
}

export function isForm(seen: Seen): boolean {
  const { headers, body } = requestOf(seen) ?? {}
  const isCalledForm = /form/i.test(headers?.['content-type'] ?? '')
  return fieldsOf(seen) === undefined && (isCalledForm || /^\w+=/.test(body ?? ''))
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

/** Whether the wait that came too early is of a kind: of several the shortest, since a machine that is busy prolongs the others. */
export function isTooShort(isOfKind: (wait: Wait) => boolean) {
  return (seen: Seen): boolean => shortestFirst(earlyIn(seen)).slice(0, 1).some(isOfKind)
}

function earlyIn({ finding: { breaks }, analysis: { waits } }: Seen): readonly Wait[] {
  return waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
}

export function hasFailedBefore({ step, request }: Wait): boolean {
  return step.order.requests.some(
    ({ exchange: { seq }, answer }) =>
      answer.kind !== 'summary' && seq > step.request.exchange.seq && seq < request.exchange.seq,
  )
}

/** Whether every wait would have been long enough, had it begun with the request before it. */
export function countsFromRequest(seen: Seen): boolean {
  const early = earlyIn(seen)
  return (
    early.length > 0 &&
    early.every(
      ({ step, request, intervalMs }) =>
        request.arrivedMs - step.request.arrivedMs >= intervalMs * (1 - NOISE) - ALLOWANCE_MS,
    )
  )
}

/** A wait of less than this share of the interval is meant as none, or perhaps as milliseconds. */
const NEAR_NOTHING = 0.1

export function hasNotWaited({ earlyByMs, intervalMs }: Wait): boolean {
  return intervalMs - earlyByMs < intervalMs * NEAR_NOTHING
}

/** The requests about an order that was left; undefined where none was. */
export function leftAt(seen: Seen): readonly OrderExchange[] | undefined {
  const last = firstBroken(seen)
  return seen.analysis.orders.find(({ requests }) => requests.at(-1)?.exchange === last)?.requests
}
