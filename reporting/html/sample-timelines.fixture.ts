import type { Exit, ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'

/** A request like those of a certification: a read that was answered within 3 milliseconds. */
export function entry(seq: number, arrivedMs: number, changed: Partial<TimelineEntry> = {}): TimelineEntry {
  const answeredMs = arrivedMs + 2.4
  return {
    seq,
    arrivedMs,
    answeredMs,
    deliveredMs: answeredMs + 0.6,
    delivery: 'delivered',
    method: 'GET',
    target: '/ping',
    operation: 'ping',
    httpStatus: 200,
    fault: null,
    partnerReference: null,
    effect: null,
    orderStatus: null,
    pollAfterSeconds: null,
    allowedFromMs: null,
    breaks: [],
    ...changed,
  }
}

/** The reads before a purchase, a few milliseconds apart. */
export function reads(fromMs: number, sku: string): TimelineEntry[] {
  return [
    entry(0, fromMs),
    entry(1, fromMs + 9, { operation: 'listProducts', target: '/products' }),
    entry(2, fromMs + 21, { operation: 'getPrice', target: `/products/${sku}/price` }),
    entry(3, fromMs + 28, { operation: 'getBalance', target: '/balance' }),
  ]
}

/** A purchase that is recorded, and answered as `PROCESSING`. */
export function purchase(
  seq: number,
  arrivedMs: number,
  partnerReference: string,
  changed: Partial<TimelineEntry> = {},
): TimelineEntry {
  return entry(seq, arrivedMs, {
    method: 'POST',
    target: '/orders',
    operation: 'createOrder',
    httpStatus: 201,
    partnerReference,
    effect: 'recorded',
    orderStatus: 'PROCESSING',
    pollAfterSeconds: 1,
    ...changed,
  })
}

/** A lookup of an order that is settled. */
export function lookup(
  seq: number,
  arrivedMs: number,
  partnerReference: string,
  changed: Partial<TimelineEntry> = {},
): TimelineEntry {
  return entry(seq, arrivedMs, {
    target: `/orders/${encodeURIComponent(partnerReference.toWellFormed())}`,
    operation: 'lookupOrder',
    partnerReference,
    orderStatus: 'COMPLETED',
    ...changed,
  })
}

/** A lost answer: decided, and never delivered. */
export function lostAt(ms: number, changed: Partial<TimelineEntry> = {}): Partial<TimelineEntry> {
  return {
    answeredMs: ms,
    deliveredMs: ms + 1,
    delivery: 'lost',
    fault: { at: 'after-recording', does: 'reset' },
    orderStatus: 'PROCESSING',
    pollAfterSeconds: 1,
    ...changed,
  }
}

/** An exit by itself, with 0. */
export function exitAt(atMs: number, changed: Partial<Exit> = {}): Exit {
  return { code: 0, signal: null, cause: 'exited', atMs, ...changed }
}

/** A scenario that was kept; its name and story are those of the table, where it is there. */
export function scenario(
  sku: string,
  timeline: readonly TimelineEntry[],
  changed: Partial<ScenarioReport> = {},
): ScenarioReport {
  const last = timeline.at(-1)?.arrivedMs ?? 0
  const { name = sku, story = '' } = SCENARIOS.find((one) => one.sku === sku) ?? {}
  return {
    sku,
    name,
    story,
    outcome: 'kept',
    clauses: { 'ping-first': 'kept', 'follows-until-settled': 'kept' },
    durationMs: last + 2_100,
    exit: exitAt(last + 46),
    balance: { before: '500.00 USD', after: '475.00 USD' },
    timeline: [...timeline],
    omitted: 0,
    ...changed,
  }
}
