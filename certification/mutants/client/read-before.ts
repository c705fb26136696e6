import type { Caller } from './caller.ts'
import type { Decisions } from './decisions.ts'
import type { Facts, ModelOperation } from './facts.ts'

const PATHS: Record<string, (sku: string) => string> = {
  ping: () => '/ping',
  products: () => '/products',
  price: (sku) => `/products/${encodeURIComponent(sku)}/price`,
  balance: () => '/balance',
}

/**
 * Reads what comes before a purchase, and returns whether the balance is enough.
 *
 * @throws {Error} when a call is refused, or not answered.
 */
export async function readBefore(decisions: Decisions, call: Caller, facts: Facts): Promise<boolean> {
  const read = new Map<ModelOperation, number>()
  for (const operation of decisions.reads(facts)) {
    const path = PATHS[operation]?.(facts.sku) ?? '/'
    const { status, data } = await call(facts, { operation, method: 'GET', path, body: null })
    if (status !== 200) throw new Error(`${operation} was answered with ${status}.`)
    read.set(operation, amountIn(data, operation))
  }
  return (read.get('price') ?? 0) <= (read.get('balance') ?? Number.POSITIVE_INFINITY)
}

function amountIn(data: unknown, operation: ModelOperation): number {
  // At the place of the default profile; an answer without one gives no number.
  const holder = (data as Record<string, { amount?: string } | undefined> | null)?.[operation]
  return Number(holder?.amount)
}
