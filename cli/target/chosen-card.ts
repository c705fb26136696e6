import type { Target } from '../../contract-tests/run/target.ts'
import { Caller } from '../../contract-tests/script/caller.ts'
import { skusIn } from '../../contract-tests/script/offer.ts'
import { InputError } from '../terminal/input-error.ts'
import { nearestOf } from '../terminal/nearest.ts'

/**
 * Refuses a card of `--sku` that is not in the catalogue. Reads the catalogue only with `--sku`; if it can't be read,
 * nothing is refused, since the suite reports why.
 *
 * @throws {InputError} naming the card, and the most similar one.
 */
export async function refuseUnknownCard(target: Target): Promise<void> {
  const { sku, baseUrl } = target
  if (sku === undefined) return
  const caller = new Caller(target)
  const skus = skusIn(await caller.ask({ operation: 'listProducts' }), caller)
  if (skus.length === 0 || skus.includes(sku)) return
  throw new InputError(
    `--sku: ${JSON.stringify(sku)} is not in the catalogue of ${baseUrl}, which has ${skus.length} cards. ${nearestOf(sku, skus)} Nothing was bought.`,
  )
}
