import type { Exchange } from '../wire/exchange.ts'
import type { Summary } from '../wire/exchange-facts.ts'
import type { TimelineEntry } from './report.ts'

/**
 * An exchange as an entry of a timeline that begins at `beganMs`, by the clock of the exchange. When it was allowed, and
 * what it breaks, is for the caller to fill in.
 */
export function timelineEntry(
  exchange: Exchange,
  beganMs: number,
  summary: Summary | undefined,
): TimelineEntry {
  const { seq, arrivedMs, request, operation, response, delivery, order, fault } = exchange
  return {
    seq,
    arrivedMs: arrivedMs - beganMs,
    answeredMs: since(beganMs, response?.answeredMs),
    deliveredMs: since(beganMs, delivery?.atMs),
    delivery: delivery?.outcome ?? null,
    method: request.method,
    target: request.target,
    operation,
    httpStatus: response?.status ?? null,
    fault: fault && { at: fault.at, does: fault.does },
    partnerReference: order?.partnerReference ?? null,
    effect: order?.effect ?? null,
    orderStatus: summary?.status ?? null,
    pollAfterSeconds: summary?.pollAfterSeconds ?? null,
    allowedFromMs: null,
    breaks: [],
  }
}

export function since(beganMs: number, milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : milliseconds - beganMs
}
