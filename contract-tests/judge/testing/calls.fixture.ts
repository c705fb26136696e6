import type { OperationId } from '../../../contract/wire/operations.ts'
import type { Asked } from '../../../testing/model/documented-service.fixture.ts'
import type { KeyUsed } from '../../history/history.ts'

/** One request of the generated client. */
export type Call = {
  readonly operation: OperationId
  readonly key: KeyUsed
  readonly reference?: string
  readonly sku?: string
  /** Whether its client goes away, and whether it is sent at the same moment as another one. */
  readonly isAbandoned?: boolean
  readonly isBeside?: boolean
}

/** What it is answered: no status where nothing arrives. */
export type Reply = { readonly status: number | null; readonly body: unknown }

/** A reference that no client sends in a purchase. */
export const NEVER_SENT = 'G:never-sent'

/** A call as it is written. */
export function askedBy({ operation, reference = '', sku = '' }: Call): Asked {
  const target = {
    ping: '/ping',
    listProducts: '/products',
    getPrice: `/products/${encodeURIComponent(sku)}/price`,
    getBalance: '/balance',
    createOrder: '/orders',
    lookupOrder: `/orders/${encodeURIComponent(reference)}`,
  }[operation]
  if (operation !== 'createOrder') return { method: 'GET', target, body: null }
  return { method: 'POST', target, body: JSON.stringify({ partnerReference: reference, sku }) }
}
