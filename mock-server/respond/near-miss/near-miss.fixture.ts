import { type PartialProfile, resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { NearMiss } from '../../../contract/wire/exchange.ts'
import { operationsOf } from '../../../contract/wire/operations.ts'
import type { CauseCode } from '../../prepared/problem-types.ts'
import type { Asked } from './asked.ts'
import { nearMissOf } from './near-miss.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** What a request resembles that is refused for a cause: a GET with a key, but for what is given. */
export function nearMissIn(
  cause: CauseCode,
  { target = '/', ...asked }: Partial<Asked> & { target?: string },
  partial: PartialProfile = {},
): NearMiss | null {
  const profile = resolveProfile(partial)
  const [path = '', query = ''] = target.split('?')
  const skuLike = (sku: string) => (sku.trim().toLowerCase() === 'card-25' ? 'CARD-25' : undefined)
  const ordinary = { method: 'GET', path, query, headers: JSON_TYPE, hasKey: true, body: null }
  return nearMissOf({ ...ordinary, ...asked }, cause, { profile, operations: operationsOf(profile), skuLike })
}
