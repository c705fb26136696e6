import type { Profile } from '../../contract/profile/profile.ts'
import type { Crash, Trial } from '../trial.ts'
import { isUnknownOutcome, type Order } from './order.ts'
import type { OrderRequest } from './request.ts'
import { countWhile } from './sorted.ts'

/** How an earlier purchase stood, to its client's knowledge, when another one was sent. */
export type Standing =
  /** Its outcome was unknown: no answer came, or one that says nothing. */
  | 'unknown'
  /** It was refused by the rate limit, which no sentence of the reference takes for "not bought". */
  | 'rate-limited'
  /** It was under way: nobody could know. */
  | 'pending'
  | 'processing'
  /** It was settled, in a state that is no failure. */
  | 'settled'
  /** It is over and done with: a failure, or a refusal. Whoever buys again does so in their own right. */
  | 'void'

/** A purchase under a new reference, though as many as were meant had been sent already. */
export type Surplus = {
  readonly purchase: OrderRequest
  /** The order that it was sent instead of. */
  readonly instead: Order
  readonly standing: Standing
}

/** From when on an answer that does not come is taken for a timeout of the client: hardly two calls at once. */
const PATIENCE_MS = 500

/**
 * How an order stood at a moment, in milliseconds of the trial's clock. A client that was ended and started again since
 * it was told of the order need not remember: its outcome is unknown once more.
 */
export function standingOf(order: Order, atMs: number, profile: Profile, crash?: Crash): Standing {
  const isKnown = ({ knownMs }: { readonly knownMs: number }) => knownMs < atMs
  const told = order.told[countWhile(order.told, isKnown) - 1]
  if (
    told !== undefined &&
    crash !== undefined &&
    told.knownMs <= crash.killedMs &&
    atMs >= crash.restartedMs
  )
    return 'unknown'
  if (told !== undefined) {
    if (told.summary.isProcessing) return 'processing'
    return profile.states.failure.includes(told.summary.status) ? 'void' : 'settled'
  }
  const sent = order.purchases.slice(
    0,
    countWhile(order.purchases, ({ arrivedMs }) => arrivedMs <= atMs),
  )
  const known = sent.filter(({ answer }) => isKnown(answer))
  if (known.some(isUnknownOutcome)) return 'unknown'
  if (known.length < sent.length)
    return sent.some(({ arrivedMs }) => atMs - arrivedMs >= PATIENCE_MS) ? 'unknown' : 'pending'
  const last = known.at(-1)?.answer
  return last?.kind === 'refused' && last.status === profile.errors.rateLimited ? 'rate-limited' : 'void'
}

/**
 * The purchases of the scenario's card that were sent beyond those that were meant. How many were meant is known
 * where the kit started the client; elsewhere only those count which took the place of one whose outcome was unknown
 * and was never asked for.
 */
export function surplusOf(
  orders: readonly Order[],
  { scenario, exit, crash }: Trial,
  profile: Profile,
): readonly Surplus[] {
  const own = orders.filter(({ sku, purchases }) => sku === scenario.sku && purchases.length > 0)
  return own.flatMap((order, index): Surplus[] => {
    const [purchase] = order.purchases
    if (purchase === undefined) return []
    const earlier = own.slice(Math.max(0, index - LOOKED_BACK), index)
    const open = earlier
      .map((instead) => ({
        purchase,
        instead,
        standing: standingOf(instead, purchase.arrivedMs, profile, crash),
      }))
      .filter(({ standing }) => standing !== 'void')
    if (exit === null) return open.filter(isAbandoned).slice(0, 1)
    const [worst] = open.toSorted(
      (one, other) =>
        WORST.indexOf(one.standing) - WORST.indexOf(other.standing) ||
        Number(isAskedAgain(one)) - Number(isAskedAgain(other)),
    )
    return worst === undefined || open.length < scenario.purchases ? [] : [worst]
  })
}

/** Enough to know a surplus by: a client that floods makes no more of it. */
const LOOKED_BACK = 20

const WORST: readonly Standing[] = ['unknown', 'rate-limited', 'processing', 'settled', 'pending', 'void']

/** Of two orders that stood alike, the one that was left is the one that another took the place of. */
function isAskedAgain({ instead, purchase }: Surplus): boolean {
  return instead.requests.some(({ arrivedMs }) => arrivedMs > purchase.arrivedMs)
}

function isAbandoned({ instead, standing, purchase }: Surplus): boolean {
  if (standing === 'rate-limited') return !isAskedAgain({ instead, standing, purchase })
  return standing === 'unknown' && instead.requests.length === 1
}
