import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { changedWhen, type Decisions, GOOD, type PlainRequest, summaryBelow } from '../client/decisions.ts'
import type { Facts, Situation } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'

/** A client with one mistake, made by chance at one place, and what it did there. */
export type Slipping = {
  readonly says: string
  readonly decisions: Decisions
  /** What the client knew each time that it made the mistake, with the clause that this breaks; undefined where it breaks none. */
  readonly made: readonly { readonly facts: Facts; readonly breaks: ClientClauseId | undefined }[]
}

/** A mistake, and the clause that it breaks by what the client knows when it makes it. */
type Slip = {
  readonly says: string
  readonly change: (base: Decisions, random: Random) => Partial<Decisions>
  /** Undefined where it is no mistake then. */
  readonly breaks: (facts: Facts) => ClientClauseId | undefined
  /** Default: a move. */
  readonly by?: keyof Decisions
}

const UNKNOWN: readonly Situation[] = ['lost', 'timed-out', 'server-error', 'unreadable', 'not-found']

const isSettled = ({ latest }: Facts) => latest !== undefined && latest.status !== 'PROCESSING'
const isProcessing = ({ latest }: Facts) => latest?.status === 'PROCESSING'
/** After the first send, as long as nothing says that it was bought. */
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

const atPurchase =
  (change: (request: PlainRequest, key: string) => PlainRequest): Decisions['request'] =>
  (_, request, key) =>
    request.operation === 'purchase' ? change(request, key) : request

const body =
  (clause: ClientClauseId, says: string, write: (order: { partnerReference: string; sku: string }) => string): Slip => ({
    says,
    change: () => ({ body: (_, order) => write(order) }),
    breaks: ({ sent }) => (sent === 0 ? clause : undefined),
    by: 'body',
  })

const FIELDS = 'exactly-two-fields'
const KEY = 'key-stays-on-server'

export const SLIPS: readonly Slip[] = [
  ...[0, 0.3, 0.8].map(
    (share): Slip => ({
      says: `asks again after ${share} of the interval`,
      change: () => ({ pauseMs: ({ latest }) => (latest?.pollAfterSeconds ?? 0) * 1000 * share }),
      breaks: (facts) => (isProcessing(facts) ? 'waits-poll-after' : undefined),
      by: 'pauseMs',
    }),
  ),
  { says: 'walks away with 1', change: () => ({ next: () => 'stop', exitCode: () => 1 }), breaks: follows },
  { says: 'walks away with 0', change: () => ({ next: () => 'stop', exitCode: () => 0 }), breaks: follows },
  { says: 'buys again', change: () => ({ next: () => 'buy again' }), breaks: boughtAgain },
  {
    says: 'asks on and on',
    change: () => ({ next: () => 'look up', pauseMs: () => 500 }),
    breaks: (facts) => (isSettled(facts) ? 'follows-until-settled' : undefined),
  },
  {
    says: 'exits with 1',
    change: () => ({ exitCode: () => 1 }),
    breaks: ({ latest }) => (latest?.status === 'COMPLETED' ? 'follows-until-settled' : undefined),
    by: 'exitCode',
  },
  {
    says: 'sends another field the second time',
    change: () => ({ body: (_, order) => JSON.stringify({ ...order, attempt: 2 }) }),
    breaks: ({ sent }) => (sent > 0 ? 'retry-identical-body' : undefined),
    by: 'body',
  },
  {
    says: 'sends another SKU the second time',
    change: () => ({ body: (_, { partnerReference }) => JSON.stringify({ partnerReference, sku: 'CARD-0' }) }),
    breaks: ({ sent }) => (sent > 0 ? 'retry-identical-body' : undefined),
    by: 'body',
  },
  body(FIELDS, 'sends a third field', (order) => JSON.stringify({ ...order, quantity: 1 })),
  body(FIELDS, 'sends a form', (order) => new URLSearchParams(order).toString()),
  body(FIELDS, 'sends snake_case', ({ partnerReference, sku }) => JSON.stringify({ partner_reference: partnerReference, sku })),
  {
    says: 'has its key in the URL',
    change: () => ({ request: (_, request, key) => ({ ...request, path: `${request.path}?k=${key}` }) }),
    breaks: () => KEY,
    by: 'request',
  },
  {
    says: 'has its key in another header',
    change: () => ({ request: (_, request, key) => ({ ...request, headers: { ...request.headers, 'x-trace': key } }) }),
    breaks: () => KEY,
    by: 'request',
  },
  {
    says: 'calls what is not documented',
    change: () => ({ besides: () => [{ method: 'GET', path: '/orders', body: null }] }),
    breaks: () => 'documented-operations-only',
    by: 'besides',
  },
  {
    says: 'has no prefix',
    change: (base) => ({ order: (facts) => ({ ...base.order(facts), partnerReference: `1001${facts.purchase}` }) }),
    breaks: ({ sent, now }) => (sent === 0 && now === 'begins' ? 'stable-reference' : undefined),
    by: 'order',
  },
]

/** A client that makes one mistake, at one place. */
export function slipping(base: Decisions, random: Random): Slipping {
  const slip = oneOf(random, SLIPS as readonly [Slip, ...Slip[]])
  const made: Slipping['made'][number][] = []
  const place = placeFrom(random)
  const when = (facts: Facts) => {
    const isThere = slip.breaks(facts) !== undefined && place.isAt(facts)
    return isThere
  }
  const changed = changedWhen(when, base, slip.change(base, random))
  const by = slip.by ?? 'next'
  const inner = changed[by] as (facts: Facts, ...rest: unknown[]) => unknown
  const watched = (facts: Facts, ...rest: unknown[]) => {
    if (when(facts)) made.push({ facts, breaks: slip.breaks(facts) })
    return inner(facts, ...rest)
  }
  return { says: `${slip.says}, ${place.says}`, decisions: { ...changed, [by]: watched }, made }
}

type Place = { readonly says: string; readonly isAt: (facts: Facts) => boolean }

function placeFrom(random: Random): Place {
  return oneOf<Place>(random, [
    { says: 'always', isAt: () => true },
    { says: 'in the first purchase', isAt: ({ purchase }) => purchase === 1 },
    { says: 'in the second purchase', isAt: ({ purchase }) => purchase === 2 },
    { says: 'when started again', isAt: ({ start }) => start === 2 },
    { says: 'the first time', isAt: ({ inARow, polls }) => inARow <= 1 && polls === 0 },
    { says: 'the second time', isAt: ({ inARow, polls }) => inARow === 2 || polls === 1 },
    { says: 'after a failure', isAt: ({ now }) => UNKNOWN.includes(now) },
    { says: 'after a lookup', isAt: ({ by }) => by === 'lookup' },
    { says: 'after a purchase', isAt: ({ by }) => by === 'purchase' },
    { says: 'sent again', isAt: ({ sent }) => sent > 1 },
  ])
}
void GOOD; void summaryBelow; void atPurchase
