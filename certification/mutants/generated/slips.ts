import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { changedWhen, type Decisions } from '../client/decisions.ts'
import type { Facts, Situation } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'

/** A client with one mistake, made by chance at one place, and what it did there. */
export type Slipping = {
  readonly says: string
  readonly decisions: Decisions
  /** The clauses that it broke, each time that it made the mistake. */
  readonly made: readonly ClientClauseId[]
  /** The clauses that the same requests may also break, or break instead. */
  readonly rivals: readonly ClientClauseId[]
  readonly saw?: ReadonlySet<string>
}

/** A mistake, and the clause that it breaks by what the client knows when it makes it. */
type Slip = {
  readonly says: string
  readonly change: (base: Decisions, random: Random) => Partial<Decisions>
  /** Undefined where it is no mistake then. */
  readonly breaks: (facts: Facts) => ClientClauseId | undefined
  /** Default: a move. */
  readonly by?: keyof Decisions
  /** Clauses that the same requests may break as well, or that explain them, too. */
  readonly rivals?: readonly ClientClauseId[]
}

/** Started again, what was left before is known or not. */
const LEFT: readonly ClientClauseId[] = ['follows-until-settled', 'timeout-is-not-failure']
const FIELDS = 'exactly-two-fields'
const PURCHASE = 'reads-purchase-position'
const LOOKUP = 'reads-lookup-position'
const KEY = 'key-stays-on-server'
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

const body = (
  clause: ClientClauseId,
  says: string,
  write: (order: { partnerReference: string; sku: string }) => string,
): Slip => ({
  says,
  change: () => ({ body: (_, order) => write(order) }),
  breaks: ({ sent }) => (sent === 0 ? clause : undefined),
  by: 'body',
  // The next one is another text.
  rivals: ['retry-identical-body'],
})

export const SLIPS: readonly Slip[] = [
  ...[0, 0.3, 0.8].map(
    (share): Slip => ({
      says: `asks again after ${share} of the interval`,
      change: () => ({ pauseMs: ({ latest }) => (latest?.pollAfterSeconds ?? 0) * 1000 * share }),
      breaks: (facts) => (isProcessing(facts) ? 'waits-poll-after' : undefined),
      by: 'pauseMs',
    }),
  ),
  {
    says: 'walks away with 1',
    change: () => ({ next: () => 'stop', exitCode: () => 1 }),
    breaks: follows,
    rivals: LEFT,
  },
  {
    says: 'walks away with 0',
    change: () => ({ next: () => 'stop', exitCode: () => 0 }),
    breaks: follows,
    rivals: LEFT,
  },
  {
    says: 'buys again',
    change: () => ({ next: () => 'buy again' }),
    breaks: boughtAgain,
    // Of two that were to be bought, the first is left, and the second is it again.
    rivals: ['follows-until-settled', 'timeout-is-not-failure'],
  },
  {
    says: 'asks on and on',
    change: () => ({ next: () => 'look up', pauseMs: () => 500 }),
    breaks: (facts) => (isSettled(facts) ? 'follows-until-settled' : undefined),
    rivals: ['reads-lookup-position', 'reads-purchase-position'],
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
    rivals: [FIELDS],
  },
  {
    says: 'sends another SKU the second time',
    change: () => ({
      body: (_, { partnerReference }) => JSON.stringify({ partnerReference, sku: 'CARD-0' }),
    }),
    breaks: ({ sent, latest }) =>
      sent === 0 ? undefined : latest === undefined ? 'retry-identical-body' : 'one-reference-per-purchase',
    by: 'body',
    rivals: ['retry-identical-body'],
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
    by: 'request',
  },
  {
    says: 'has its key in another header',
    change: () => ({
      request: (_, request, key) => ({ ...request, headers: { ...request.headers, 'x-trace': key } }),
    }),
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
    change: (base) => ({
      order: (facts) => ({
        ...base.order(facts),
        partnerReference: `1001${facts.purchase}${facts.renewals}`,
      }),
    }),
    breaks: () => 'stable-reference',
    by: 'order',
  },
]

/** Where a client reads the summary at the wrong depth. */
const READ_AT: Record<string, { readonly clause: ClientClauseId; readonly isAt: (facts: Facts) => boolean }> =
  {
    'the first answer': { clause: PURCHASE, isAt: ({ by, sent }) => by === 'purchase' && sent === 1 },
    'the answer to a retry': { clause: PURCHASE, isAt: ({ by, sent }) => by === 'purchase' && sent > 1 },
    'a poll': { clause: LOOKUP, isAt: ({ by, latest }) => by === 'lookup' && latest !== undefined },
    'a lookup after a loss': {
      clause: LOOKUP,
      isAt: ({ by, latest }) => by === 'lookup' && latest === undefined,
    },
  }

const UNREAD: Record<string, (base: Decisions) => Partial<Decisions>> = {
  fails: (base) => ({ next: (facts) => (facts.now === 'unreadable' ? 'stop' : base.next(facts)) }),
  'polls on': () => ({}),
  'asks again': () => ({}),
}

/** A client that reads the summary of some answers at the wrong depth. */
export function misreading(base: Decisions, random: Random): Slipping {
  const [where, { clause, isAt }] = oneOf(random, Object.entries(READ_AT) as never) as [
    string,
    (typeof READ_AT)[string],
  ]
  const [then, change] = oneOf(random, Object.entries(UNREAD) as never) as [string, (typeof UNREAD)[string]]
  const made: ClientClauseId[] = []
  const saw = new Set<string>()
  const read =
    (usual: Decisions['readLookup']): Decisions['readLookup'] =>
    (facts, data) => {
      const read = usual(facts, data)
      if (!isAt(facts)) return read
      made.push(clause)
      if (read !== undefined) saw.add(`${read.status} ${facts.latest?.status}`)
      return then === 'polls on' ? { status: 'PROCESSING', pollAfterSeconds: undefined } : undefined
    }
  const decisions = {
    ...base,
    ...change(base),
    readPurchase: read(base.readPurchase),
    readLookup: read(base.readLookup),
  }
  return { says: `does not read ${where} ${then}, always`, decisions, made, rivals: [], saw }
}

/** A client that makes one mistake, at one place. */
export function slipping(base: Decisions, random: Random): Slipping {
  const slip = oneOf(random, SLIPS as readonly [Slip, ...Slip[]])
  const made: ClientClauseId[] = []
  const place = oneOf(random, slip.by === 'order' ? WHOLE : PLACES)
  const when = (facts: Facts) => slip.breaks(facts) !== undefined && place.isAt(facts)
  const changed = changedWhen(when, base, slip.change(base, random))
  const by = slip.by ?? 'next'
  // All decisions take the facts first.
  const decide = changed[by] as (facts: Facts, ...rest: unknown[]) => unknown
  const watched = (facts: Facts, ...rest: unknown[]) => {
    const clause = slip.breaks(facts)
    if (clause !== undefined && place.isAt(facts)) made.push(clause)
    return decide(facts, ...rest)
  }
  const { rivals = [] } = slip
  return { says: `${slip.says}, ${place.says}`, decisions: { ...changed, [by]: watched }, made, rivals }
}

type Place = { readonly says: string; readonly isAt: (facts: Facts) => boolean }

const WHOLE: readonly [Place, ...Place[]] = [
  { says: 'always', isAt: () => true },
  { says: 'in the first purchase', isAt: ({ purchase }) => purchase === 1 },
  { says: 'in the second purchase', isAt: ({ purchase }) => purchase === 2 },
]
const PLACES: readonly [Place, ...Place[]] = [
  ...WHOLE,
  { says: 'when started again', isAt: ({ start }) => start === 2 },
  { says: 'the first time', isAt: ({ inARow, polls }) => inARow <= 1 && polls === 0 },
  { says: 'the second time', isAt: ({ inARow, polls }) => inARow === 2 || polls === 1 },
  { says: 'after a failure', isAt: ({ now }) => UNKNOWN.includes(now) },
  { says: 'after a lookup', isAt: ({ by }) => by === 'lookup' },
  { says: 'after a purchase', isAt: ({ by }) => by === 'purchase' },
  { says: 'sent again', isAt: ({ sent }) => sent > 1 },
]
