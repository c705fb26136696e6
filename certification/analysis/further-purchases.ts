import type { Profile } from '../../contract/profile/profile.ts'
import type { Crash, Trial } from '../trial.ts'
import { isUnknownOutcome, type Order } from './order.ts'
import type { OrderExchange } from './request.ts'
import { countWhile } from './sorted.ts'

/** The state of an earlier purchase, as far as the client knew it, when another one was sent. */
export type Standing =
  /** Its outcome was unknown: no answer came, or one that does not say whether it was bought. */
  | 'unknown'
  /** It was refused by the rate limit; no sentence of the reference says that this means "not bought". */
  | 'rate-limited'
  /** It was under way: the client could not know. */
  | 'pending'
  | 'processing'
  /** It was settled, in a state that is not a failure. */
  | 'settled'
  /** It is finished: a failure, or a refusal. To buy again is allowed. */
  | 'void'

/** A purchase under a new reference, although all intended purchases had been sent. */
export type Surplus = {
  readonly purchase: OrderExchange
  /** The order that it was sent instead of. */
  readonly instead: Order
  readonly standing: Standing
}

/** After this time without an answer the client is assumed to have timed out, and not to send two calls at once. */
const PATIENCE_MS = 500

/**
 * The state of an order at a moment, in milliseconds of the trial's clock. A client that was killed and started again
 * after it heard of the order need not remember it: its outcome is unknown again.
 */
export function standingOf(order: Order, atMs: number, profile: Profile, crash?: Crash): Standing {
  const isKnown = ({ knownMs }: { readonly knownMs: number }) => knownMs < atMs
  const received = order.received[countWhile(order.received, isKnown) - 1]
  if (
    received !== undefined &&
    crash !== undefined &&
    received.knownMs <= crash.killedMs &&
    atMs >= crash.restartedMs
  )
    return 'unknown'
  if (received !== undefined) {
    if (received.summary.isProcessing) return 'processing'
    return profile.states.failure.includes(received.summary.status) ? 'void' : 'settled'
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
 * The purchases of the scenario's card that exceed the intended number. That number is known
 * when the kit started the client; otherwise only a purchase counts that replaced one whose outcome was unknown
 * and was never asked for.
 */
export function surplusOf(
  orders: readonly Order[],
  { scenario, exit, crash }: Trial,
  profile: Profile,
): readonly Surplus[] {
  const own = orders.filter(({ sku, purchases }) => sku === scenario.sku && purchases.length > 0)
  const replaced = new Set<Order>()
  return own.flatMap((order, index): Surplus[] => {
    const [purchase] = order.purchases
    if (purchase === undefined) return []
    const open = own
      .slice(Math.max(0, index - LOOKED_BACK), index)
      .map((instead) => ({
        purchase,
        instead,
        standing: standingOf(instead, purchase.arrivedMs, profile, crash),
      }))
      .filter(({ standing }) => standing !== 'void')
    if (exit === null) return open.filter(isAbandoned).slice(0, 1)
    if (open.length < scenario.purchases) return []
    const [worst] = open.toSorted(
      (one, other) =>
        Number(replaced.has(one.instead)) - Number(replaced.has(other.instead)) ||
        Number(isGivenUp(other)) - Number(isGivenUp(one)) ||
        WORST.indexOf(one.standing) - WORST.indexOf(other.standing) ||
        Number(isAskedAgain(one)) - Number(isAskedAgain(other)),
    )
    if (worst === undefined) return []
    replaced.add(worst.instead)
    return [worst]
  })
}

/** Enough to recognise a surplus; the bound keeps the analysis of a flooding client fast. */
const LOOKED_BACK = 20

const WORST: readonly Standing[] = ['unknown', 'rate-limited', 'processing', 'settled', 'pending', 'void']

/** Of two orders in the same state, the one that the client stopped following was replaced by another. */
function isAskedAgain({ instead, purchase }: Surplus): boolean {
  return instead.requests.some(({ arrivedMs }) => arrivedMs > purchase.arrivedMs)
}

/** An order that is not settled, and that the client asks for no more. */
function isGivenUp(surplus: Surplus): boolean {
  return surplus.standing !== 'settled' && !isAskedAgain(surplus)
}

function isAbandoned({ instead, standing, purchase }: Surplus): boolean {
  if (standing === 'rate-limited') return !isAskedAgain({ instead, standing, purchase })
  return standing === 'unknown' && instead.requests.length === 1
}
