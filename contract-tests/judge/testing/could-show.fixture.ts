import type { Entry } from '../../history/history.ts'
import type { RelaxedService, Slip } from './relaxed-service.fixture.ts'
import type { Way } from './ways.fixture.ts'

/** More answers than this in a row that say nothing are no weather. How many is not documented. */
const DEAD = 6
/** Longer than any lookup is late. Milliseconds. */
const LATE_MS = 2500
/** Characters that every client writes the same way in a path (RFC 3986, section 2.3), and the colon of the reference. */
const UNRESERVED = /^[\w:.~-]+$/

/** What was sent to a generated service, and what its client knows of each order. */
type Sent = {
  readonly entries: readonly Entry[]
  readonly known: ReadonlyMap<string, { readonly state: string }>
  readonly service: RelaxedService
}
type Seen = {
  readonly run: Sent
  readonly slip: Slip
  readonly sends: readonly Entry[]
  readonly lookups: readonly Entry[]
}

/** What must be in a history, besides the place itself, for a relaxed clause to show. */
const SHOWN_BY: { readonly [Id in Way]?: (seen: Seen) => boolean } = {
  'balance 500': (seen) => isDead(seen, 'getBalance'),
  'orders 500': (seen) => isDead(seen, 'createOrder'),
  'lookup of another': ({ run }) => run.service.is.names,
  forgotten: ({ lookups, slip }) =>
    lookups.filter((one) => isAfter(one, slip.ms + LATE_MS) && isNo(one)).length > 1,
  'refused once': wasSold,
  'refused always': wasSold,
  'never found': (seen) => isNeverFound(seen) && !isEverAbandoned(seen),
  'survivor never found': isNeverFound,
  'charged again': (seen) => isMoneyClear(seen) && !isEverAbandoned(seen),
  'bought again as new': (seen) => isMoneyClear(seen) && !isEverAbandoned(seen),
  'twice at once': (seen) => isMoneyClear(seen) && !isEverAbandoned(seen),
  'bought twice': isMoneyClear,
  'charged without': isMoneyClear,
  'charged blocked': isMoneyClear,
  merged: (seen) => seen.run.service.is.names || isMoneyClear(seen),
  'read without': isServedInVain,
  'read blocked': isServedInVain,
  'bought without': isServedInVain,
  'bought blocked': isServedInVain,
  'new refused': ({ run, slip, sends }) =>
    (sends[0]?.exchange.response?.status ?? 0) === 409 &&
    run.entries.some(
      (one) =>
        isOf(one, 'createOrder') && isYes(one) && skuOf(one) === slip.call.sku && answeredMs(one) < slip.ms,
    ),
  lost: ({ sends }) => sends.some((one) => statusOf(one) === 409),
  'never settles': ({ sends, lookups }) => {
    const told = [...sends, ...lookups]
      .filter((one) => one.exchange.response?.body.includes('PROCESSING'))
      .map(answeredMs)
    return told.length > 4 && Math.max(...told) - Math.min(...told) > 10_000
  },
}

/** Whether a history could show the clause that was relaxed in it. */
export function couldShow(run: Sent): boolean {
  const { slip } = run.service
  if (slip === undefined) return false
  const ofOrder = (operation: string) =>
    run.entries.filter((one) => isOf(one, operation) && referenceOf(one) === slip.call.reference)
  const seen = { run, slip, sends: ofOrder('createOrder'), lookups: ofOrder('lookupOrder') }
  return SHOWN_BY[slip.way]?.(seen) ?? true
}

/** Whether there are too many answers in a row that say nothing, and ask for nothing. */
function isDead({ run }: Seen, operation: string): boolean {
  const heard = run.entries.filter((one) => isOf(one, operation) && one.abandonedMs === null)
  return heard
    .map((one) => (statusOf(one) === 500 ? '5' : ' '))
    .join('')
    .includes('5'.repeat(DEAD))
}

/** Whether what was served without a valid key was there to be served. */
function isServedInVain({ run }: Seen): boolean {
  return run.entries.some((one) => one.key !== 'own' && isYes(one))
}

/** Whether the order was said to be bought before. */
function wasSold({ sends, slip }: Seen): boolean {
  return sends.some((one) => isYes(one) && answeredMs(one) < slip.ms)
}

/** Whether a client of the order went away: then the clause of timeouts, which is narrower, explains it as well. */
function isEverAbandoned({ sends }: Seen): boolean {
  return sends.some(({ abandonedMs }) => abandonedMs !== null)
}

function isNeverFound({ run, slip, sends, lookups }: Seen): boolean {
  const yesMs = Math.min(...sends.filter(isYes).map(answeredMs))
  return (
    [...run.service.told].some((told) => told.startsWith('found')) &&
    UNRESERVED.test(slip.call.reference ?? '') &&
    lookups.some((one) => isAfter(one, yesMs + LATE_MS) && isNo(one))
  )
}

/**
 * Whether the balance says it alone: read around the place and at rest, with no other order under way, beside a window
 * that shows the cost of that card, in a run all of whose orders are known to be successes.
 */
function isMoneyClear({ run, slip }: Seen): boolean {
  const { service, entries } = run
  const { reference, sku } = slip.call
  if (service.is.money !== 'shown' || service.is.lagMs > 0) return false
  if ([...run.known.values()].some(({ state }) => state !== 'COMPLETED')) return false
  const reads = entries.filter((one) => isOf(one, 'getBalance') && statusOf(one) === 200)
  const purchases = entries.filter(({ exchange }) => exchange.operation === 'createOrder')
  const windows = reads.slice(1).flatMap((after, index) => {
    const before = reads[index] as Entry
    const [fromMs, toMs] = [before.exchange.arrivedMs, after.exchange.arrivedMs]
    const sent = purchases.filter(({ exchange: { arrivedMs } }) => arrivedMs > fromMs && arrivedMs < toMs)
    const names = new Set(sent.map(referenceOf))
    const earlier = new Set(
      purchases.filter((one) => one.exchange.arrivedMs < fromMs && one.key === 'own').map(referenceOf),
    )
    const isQuiet = [...earlier].every((name) => names.has(name) || isHeard(run, name, fromMs))
    const isOver = [...names].every(
      (name) => sent.every(({ key }) => key !== 'own') || isHeard(run, name, toMs),
    )
    return isQuiet && isOver && names.size === 1
      ? [{ fromMs, toMs, sent, name: [...names][0], isNew: !earlier.has([...names][0]) }]
      : []
  })
  const isIn = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => slip.ms > fromMs && slip.ms < toMs
  const place = windows.find(isIn)
  const control = windows.some(
    (window) =>
      !isIn(window) &&
      window.isNew &&
      window.sent.length === 1 &&
      window.sent[0]?.key === 'own' &&
      skuOf(window.sent[0]) === sku &&
      service.account.available(window.fromMs) > service.account.available(window.toMs),
  )
  const isRead = place?.sent.every(({ key }) => key === slip.call.key) === true
  // Of a replay, what came before it is at rest as well.
  const isRested = ['charged again', 'bought again as new'].includes(slip.way)
    ? isHeard(run, reference ?? '', place?.fromMs ?? 0)
    : true
  const lastMs = reads.at(-1)?.exchange.arrivedMs ?? 0
  return isRead && isRested && control && service.isAtRest(lastMs)
}

/** Whether an order was heard to be settled before a moment. */
function isHeard({ entries }: Sent, reference: string | undefined, ms: number): boolean {
  return entries.some(
    (one) =>
      one.key === 'own' &&
      referenceOf(one) === reference &&
      answeredMs(one) < ms &&
      /COMPLETED|FAILED/.test(one.exchange.response?.body ?? ''),
  )
}

function isOf({ key, exchange }: Entry, operation: string): boolean {
  return key === 'own' && exchange.operation === operation
}

function statusOf({ exchange }: Entry): number | null {
  return exchange.response?.status ?? null
}

function answeredMs({ exchange }: Entry): number {
  return exchange.response?.answeredMs ?? Number.POSITIVE_INFINITY
}

function isYes(entry: Entry): boolean {
  return (statusOf(entry) ?? 500) < 300
}

/** An answer that says that there is no such order. */
function isNo(entry: Entry): boolean {
  return statusOf(entry) === 404 || (isYes(entry) && !entry.exchange.response?.body.includes('"status"'))
}

function isAfter({ exchange }: Entry, ms: number): boolean {
  return exchange.arrivedMs > ms
}

function referenceOf({ exchange: { operation, request } }: Entry): string | undefined {
  if (operation === 'createOrder') return JSON.parse(request.body ?? '{}').partnerReference
  return operation === 'lookupOrder' ? decodeURIComponent(request.target.slice('/orders/'.length)) : undefined
}

function skuOf({ exchange: { request } }: Entry): string | undefined {
  return JSON.parse(request.body ?? '{}').sku
}
