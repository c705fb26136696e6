import type { Exit, ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'

/** What else is said of a request. */
export type EntryFacts = Partial<TimelineEntry>

/** A request like those of a certification: a read that was answered within 3 milliseconds. */
export function entry(arrivedMs: number, changed: EntryFacts = {}): TimelineEntry {
  const answeredMs = arrivedMs + 2.4
  return {
    seq: 0,
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
function reads(fromMs: number, sku: string): TimelineEntry[] {
  return [
    entry(fromMs),
    entry(fromMs + 9, { operation: 'listProducts', target: '/products' }),
    entry(fromMs + 21, { operation: 'getPrice', target: `/products/${sku}/price` }),
    entry(fromMs + 28, { operation: 'getBalance', target: '/balance' }),
  ]
}

/** A purchase that is recorded, and answered as `PROCESSING`. */
export function purchase(arrivedMs: number, partnerReference: string, changed: EntryFacts = {}) {
  return entry(arrivedMs, {
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
export function lookup(arrivedMs: number, partnerReference: string, changed: EntryFacts = {}) {
  return entry(arrivedMs, {
    target: `/orders/${encodeURIComponent(partnerReference.toWellFormed())}`,
    operation: 'lookupOrder',
    partnerReference,
    orderStatus: 'COMPLETED',
    ...changed,
  })
}

/** A lost answer: decided, and never delivered. */
export function lostAt(ms: number, changed: EntryFacts = {}): EntryFacts {
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
    timeline: timeline.map((one, seq) => ({ ...one, seq })),
    omitted: 0,
    ...changed,
  }
}

/** A scenario in which a card is bought after it was read about. */
export function buying(
  sku: string,
  readsFromMs: number,
  calls: readonly TimelineEntry[],
  changed: Partial<ScenarioReport> = {},
): ScenarioReport {
  return scenario(sku, [...reads(readsFromMs, sku), ...calls], changed)
}
