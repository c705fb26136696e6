import { NotObserved } from '../../contract-tests/analysis/verdict-errors.ts'
import { openSession } from '../../contract-tests/run/session.ts'
import type { Target } from '../../contract-tests/run/target.ts'
import { catalogueSkus } from '../../contract-tests/steps/reading.ts'
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
  const skus = await skusOf(target)
  if (skus.length === 0 || skus.includes(sku)) return
  throw new InputError(
    `--sku: ${JSON.stringify(sku)} is not in the catalogue of ${baseUrl}, which has ${skus.length} cards. ${nearestOf(sku, skus)} Nothing was bought.`,
  )
}

async function skusOf(target: Target): Promise<readonly string[]> {
  try {
    return await catalogueSkus(openSession(target))
  } catch (cause) {
    if (cause instanceof NotObserved) return []
    throw cause
  }
}
