import type { ClientSummary, Facts, ModelOperation } from './facts.ts'

/** A request, relative to the base URL. */
export type PlainRequest = {
  readonly operation: ModelOperation | 'other'
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Move =
  | 'resend'
  | 'look up'
  | 'look up and resend'
  /** Sends the identical body twice at the same time. */
  | 'resend twice'
  /** Buys the same card under a new reference. */
  | 'buy again'
  /** Buys the same card under two references at the same time. */
  | 'buy twice'
  | 'stop'

export type OrderFields = { readonly partnerReference: string; readonly sku: string }

/** Reads a summary from a body; undefined if it finds no status. */
type Read = (facts: Facts, data: unknown) => ClientSummary | undefined

/**
 * All decisions of a client, each a function of what it knows. A correct variation or a mistake replaces some of the
 * decisions of {@link GOOD}, either always or when a trigger occurs.
 */
export type Decisions = {
  /** The calls before a purchase, in this order. */
  reads(facts: Facts): readonly ModelOperation[]
  /** Whether the client makes all intended purchases at the same time. */
  isConcurrent(facts: Facts): boolean
  order(facts: Facts): OrderFields
  body(facts: Facts, order: OrderFields): string
  /** A request as it is sent. The key is an argument so that a mistake can misplace it. */
  request(facts: Facts, request: PlainRequest, key: string): PlainRequest
  /** Further requests before the next move. */
  besides(facts: Facts, order: OrderFields): readonly Pick<PlainRequest, 'method' | 'path' | 'body'>[]
  /** How long the client waits for an answer, in milliseconds. */
  timeoutMs(facts: Facts): number
  readPurchase: Read
  readLookup: Read
  isOpen(facts: Facts, status: string): boolean
  next(facts: Facts): Move
  /** How long the client waits before its next move, in milliseconds. */
  pauseMs(facts: Facts): number
  /** The exit code for one purchase. The process exits with the highest of them. */
  exitCode(facts: Facts): number
}

/** After this many failures in a row, a client gives up an order that never had a summary. */
const MOST_FAILURES = 12
/** How late a timer of the platform fires. */
const LATE_MS = 3
const RETRY_MS = 200

/** A correct client: it looks up an unknown outcome, and resends the purchase if the lookup does not find it. */
export const GOOD: Decisions = {
  reads: ({ purchase }) => (purchase === 1 ? ['ping', 'products', 'price', 'balance'] : ['balance']),
  isConcurrent: () => false,
  order: ({ label, purchase, renewals, sku }) => ({
    partnerReference: `SHOP:${label}-${purchase}${renewals > 0 ? `-${renewals + 1}` : ''}`,
    sku,
  }),
  body: (_, order) => JSON.stringify(order),
  request: (_, request) => request,
  besides: () => [],
  timeoutMs: () => 5_000,
  readPurchase: (_, data) => summaryBelow(data, ['order', 'order']),
  readLookup: (_, data) => summaryBelow(data, ['order']),
  isOpen: (_, status) => status === 'PROCESSING',
  next: goodMove,
  pauseMs: goodPauseMs,
  exitCode: ({ latest }) => (latest?.status === 'COMPLETED' ? 0 : 1),
}

function goodMove({ now, by, inARow, latest }: Facts): Move {
  if (now === 'begins') return 'resend'
  if (now === 'settled' || now === 'refused') return 'stop'
  if (latest === undefined && inARow > MOST_FAILURES) return 'stop'
  if (now === 'rate-limited') return by === 'lookup' ? 'look up' : 'resend'
  return now === 'not-found' && latest === undefined ? 'resend' : 'look up'
}

function goodPauseMs({ now, latest, retryAfter }: Facts): number {
  if (now === 'begins') return 0
  const asked = (latest?.pollAfterSeconds ?? 0) * 1000 + LATE_MS
  if (now === 'processing') return asked
  return Math.max(asked, RETRY_MS, (retryAfter ?? 0) * 1000)
}

/** The summary at a position below `data`; undefined if no status is there. */
export function summaryBelow(data: unknown, place: readonly string[]): ClientSummary | undefined {
  const found = place.reduce<unknown>((value, name) => field(value, name), data)
  const status = field(found, 'status')
  const pollAfterSeconds = field(found, 'pollAfterSeconds')
  if (typeof status !== 'string') return undefined
  return {
    status,
    pollAfterSeconds: typeof pollAfterSeconds === 'number' ? pollAfterSeconds : undefined,
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/**
 * Changes some decisions, but only while a trigger occurs.
 *
 * @param when whether the trigger occurs, from what the client knows.
 */
export function changedWhen(
  when: (facts: Facts) => boolean,
  decisions: Decisions,
  change: Partial<Decisions>,
): Decisions {
  const guarded = Object.entries(change).map(([name, changed]) => {
    // Both functions take the facts first; further arguments are passed on unchanged.
    const usual = decisions[name as keyof Decisions] as (facts: Facts, ...rest: unknown[]) => unknown
    const other = changed as typeof usual
    return [name, (facts: Facts, ...rest: unknown[]) => (when(facts) ? other : usual)(facts, ...rest)]
  })
  return { ...decisions, ...Object.fromEntries(guarded) }
}
