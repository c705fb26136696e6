import type { Order } from './order.ts'
import type { Service } from './service.ts'

/**
 * What the balance shows about purchases. A price is never compared with a debit: one card costs what the first
 * purchase took off the balance, wherever and whenever.
 */
export type Money =
  | { readonly kind: 'unknown'; readonly reason: string }
  | {
      readonly kind: 'known'
      readonly cost: number
      /** How many milliseconds after the purchase the balance came to rest. */
      readonly lagMs: number
      /** Whether a card is debited once it has settled. */
      readonly isAtSettlement: boolean
      /** Whether another ordinary purchase was seen to cost the same. */
      readonly isSteady?: boolean
    }

/** The balance is at rest if it has not moved for this long. */
export const STILL_MS = 1200
/** How long to wait for the debit of the first card. */
const LONGEST_MS = 12_000
const LONGEST_READ_PAUSE_MS = 250
/** A debit, a hold and its release explain no more than this many amounts. */
const MOST_AMOUNTS = 4
/** A debit this long after the purchase may come from the settlement. */
const LATE_MS = 300
/** How long to watch a balance that has not moved after its order ended: it may be read from a copy that lags. */
const UNMOVED_MS = 5000

export const RESTLESS = 'The balance moves by itself: a run needs a key that nobody else uses meanwhile.'

/** Watches the balance after the first purchase, until it has fallen and is at rest. */
export async function learnMoney(service: Service, before: number, order: Order): Promise<Money> {
  const unknown = (reason: string): Money => ({ kind: 'unknown', reason })
  const boughtMs = service.nowMs()
  const amounts = new Set([before])
  let [amount, movedMs] = [before, boughtMs]
  let endedMs: number | undefined
  for (;;) {
    const read = await service.readBalance()
    if (read.amount !== amount) [amount, movedMs] = [read.amount, Math.max(boughtMs, read.sentMs)]
    amounts.add(amount)
    const nowMs = service.nowMs()
    if (order.ending !== undefined) endedMs ??= nowMs
    const isStill = nowMs - movedMs > STILL_MS
    if (isStill && (amount !== before || nowMs - (endedMs ?? nowMs) > UNMOVED_MS)) break
    if (amounts.size > MOST_AMOUNTS) return unknown(RESTLESS)
    if (nowMs - boughtMs > LONGEST_MS) return unknown(amount === before ? NO_DEBIT : RESTLESS)
    await service.sleep(Math.min(LONGEST_READ_PAUSE_MS, Math.max(20, (nowMs - movedMs) / 5)))
  }
  if (amount === before) return unknown(NO_DEBIT)
  if (amount > before) return unknown('The balance rose after a purchase.')
  const lagMs = movedMs - boughtMs
  const isAtSettlement = lagMs > LATE_MS && !((order.processingMs ?? 0) > movedMs)
  return { kind: 'known', cost: before - amount, lagMs, isAtSettlement }
}

const NO_DEBIT = 'The purchase took nothing off the balance, so the balance does not show what was bought.'
