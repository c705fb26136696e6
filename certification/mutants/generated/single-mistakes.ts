import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Decisions } from '../client/decisions.ts'
import type { Facts, Situation } from '../client/facts.ts'

/** A mistake, and the clause that it breaks, which may depend on what the client knows at that moment. */
export type SingleMistake = {
  readonly says: string
  readonly change: (base: Decisions) => Partial<Decisions>
  /** Undefined if it is no mistake at that moment. */
  readonly breaks: (facts: Facts) => ClientClauseId | undefined
  /** The changed decision. Default: `next`. */
  readonly decision?: keyof Decisions
  /** Clauses that the same requests may break as well or instead. */
  readonly mayAlsoBreak?: readonly ClientClauseId[]
}

/** After a restart, the client may or may not have known the order that it left. */
const LEFT: readonly ClientClauseId[] = ['follows-until-settled', 'timeout-is-not-failure']
const FIELDS = 'exactly-two-fields'
const KEY = 'key-stays-on-server'
export const UNKNOWN: readonly Situation[] = ['lost', 'timed-out', 'server-error', 'unreadable', 'not-found']

const isSettled = ({ latest }: Facts) => latest !== undefined && latest.status !== 'PROCESSING'
const isProcessing = ({ latest }: Facts) => latest?.status === 'PROCESSING'
/** After the first purchase was sent, as long as no answer says that it was bought. */
const isOpen = ({ latest, now, sent }: Facts) => latest === undefined && sent > 0 && UNKNOWN.includes(now)
const isLimited = ({ latest, now, sent, by }: Facts) =>
  latest === undefined && sent === 1 && by === 'purchase' && now === 'rate-limited'

const follows = (facts: Facts): ClientClauseId | undefined => {
  if (facts.now === 'refused') return undefined
  if (isProcessing(facts)) return 'follows-until-settled'
  return isOpen(facts) && facts.sent === 1 && facts.by === 'purchase' ? 'timeout-is-not-failure' : undefined
}

const boughtAgain = (facts: Facts): ClientClauseId | undefined => {
  if (facts.renewals > 0 || facts.now === 'begins') return undefined
  if (isOpen(facts)) return 'timeout-is-not-failure'
  if (isLimited(facts)) return 'retry-identical-body'
  if (facts.latest === undefined || facts.latest.status === 'FAILED') return undefined
  return 'one-reference-per-purchase'
}

const body = (
  clause: ClientClauseId,
  says: string,
  write: (order: { partnerReference: string; sku: string }) => string,
): SingleMistake => ({
  says,
  change: () => ({ body: (_, order) => write(order) }),
  breaks: ({ sent }) => (sent === 0 ? clause : undefined),
  decision: 'body',
  // The next attempt then has another body.
  mayAlsoBreak: ['retry-identical-body'],
})

/** Mistakes that a client can make at a single place. */
export const SINGLE_MISTAKES: readonly SingleMistake[] = [
  ...[0, 0.3, 0.8].map(
    (share): SingleMistake => ({
      says: `asks again after ${share} of the interval`,
      change: () => ({ pauseMs: ({ latest }) => (latest?.pollAfterSeconds ?? 0) * 1000 * share }),
      breaks: (facts) => (isProcessing(facts) ? 'waits-poll-after' : undefined),
      decision: 'pauseMs',
    }),
  ),
  {
    says: 'walks away, and exits with 1',
    change: () => ({ next: () => 'stop', exitCode: () => 1 }),
    breaks: follows,
    mayAlsoBreak: LEFT,
  },
  {
    says: 'walks away, and exits with 0',
    change: () => ({ next: () => 'stop', exitCode: () => 0 }),
    breaks: follows,
    mayAlsoBreak: LEFT,
  },
  {
    says: 'buys again',
    change: () => ({ next: () => 'buy again' }),
    breaks: boughtAgain,
    // If two cards are to be bought, the first may be abandoned, and the second taken for its replacement.
    mayAlsoBreak: ['follows-until-settled', 'timeout-is-not-failure'],
  },
  {
    says: 'keeps polling a settled order',
    change: () => ({ next: () => 'look up', pauseMs: () => 500 }),
    breaks: (facts) => (isSettled(facts) ? 'follows-until-settled' : undefined),
    mayAlsoBreak: ['reads-lookup-position', 'reads-purchase-position'],
  },
  {
    says: 'exits with 1 after a success',
    change: () => ({ exitCode: () => 1 }),
    breaks: ({ latest }) => (latest?.status === 'COMPLETED' ? 'follows-until-settled' : undefined),
    decision: 'exitCode',
  },
  {
    says: 'sends another field the second time',
    change: () => ({ body: (_, order) => JSON.stringify({ ...order, attempt: 2 }) }),
    breaks: ({ sent }) => (sent > 0 ? 'retry-identical-body' : undefined),
    decision: 'body',
    mayAlsoBreak: [FIELDS],
  },
  {
    says: 'sends another SKU the second time',
    change: () => ({
      body: (_, { partnerReference }) => JSON.stringify({ partnerReference, sku: 'CARD-0' }),
    }),
    breaks: ({ sent, latest }) =>
      sent === 0 ? undefined : latest === undefined ? 'retry-identical-body' : 'one-reference-per-purchase',
    decision: 'body',
    mayAlsoBreak: ['retry-identical-body'],
  },
  body(FIELDS, 'sends a third field', (order) => JSON.stringify({ ...order, quantity: 1 })),
  body(FIELDS, 'sends a form', (order) => new URLSearchParams(order).toString()),
  body(FIELDS, 'sends snake_case', ({ partnerReference, sku }) =>
    JSON.stringify({ partner_reference: partnerReference, sku }),
  ),
  {
    says: 'has its key in the URL',
    change: () => ({ request: (_, request, key) => ({ ...request, path: `${request.path}?k=${key}` }) }),
    breaks: () => KEY,
    decision: 'request',
  },
  {
    says: 'has its key in another header',
    change: () => ({
      request: (_, request, key) => ({ ...request, headers: { ...request.headers, 'x-trace': key } }),
    }),
    breaks: () => KEY,
    decision: 'request',
  },
  {
    says: 'calls an undocumented operation',
    change: () => ({ besides: () => [{ method: 'GET', path: '/orders', body: null }] }),
    breaks: () => 'documented-operations-only',
    decision: 'besides',
  },
  {
    says: 'has no prefix',
    change: (base) => ({
      order: (facts) => ({
        ...base.order(facts),
        partnerReference: `1001${facts.purchase}${facts.renewals}`,
      }),
    }),
    breaks: () => 'stable-reference',
    decision: 'order',
  },
]
