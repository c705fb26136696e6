import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'

/** Each way in which one clause is relaxed at one place. */
export const WAYS = {
  'data-envelope': ['no data', 'data is null', 'not JSON'],
  'ping-ok': ['status fine', 'status missing'],
  'ping-mode-test': ['mode LIVE', 'mode missing'],
  'product-has-sku': ['sku missing', 'sku a number'],
  'price-per-sku': ['price 404', 'price 400'],
  'balance-readable': ['balance 404', 'balance 500'],
  'order-two-fields': ['orders 422', 'orders 400', 'orders 500'],
  'purchase-position': ['purchase at data.order', 'purchase at data.summary'],
  'lookup-position': [
    'lookup at data.order.order',
    'lookup at data.summary',
    'lookup of another',
    'forgotten',
    'never found',
  ],
  'same-body-same-purchase': [
    'charged again',
    'refused once',
    'refused always',
    'bought again as new',
    'twice at once',
  ],
  'new-reference-new-purchase': ['merged', 'new refused'],
  'purchase-survives-timeout': ['lost', 'bought twice', 'survivor never found'],
  'processing-has-poll-after': ['poll missing', 'poll a text', 'poll negative'],
  'order-leaves-processing': ['back once', 'back for good', 'never settles'],
  'key-required': ['read without', 'bought without', 'charged without'],
  'ip-allowlist': ['read blocked', 'bought blocked', 'charged blocked'],
} as const satisfies Record<ServerClauseId, readonly string[]>

/** The name of one of them. */
export type Way = (typeof WAYS)[ServerClauseId][number]

/** What is not served: a price once, all others from then on. */
export const REFUSING: {
  readonly [Id in Way]?: { readonly operation: OperationId; readonly status: number }
} = {
  'price 404': { operation: 'getPrice', status: 404 },
  'price 400': { operation: 'getPrice', status: 400 },
  'balance 404': { operation: 'getBalance', status: 404 },
  'balance 500': { operation: 'getBalance', status: 500 },
  'orders 422': { operation: 'createOrder', status: 422 },
  'orders 400': { operation: 'createOrder', status: 400 },
  'orders 500': { operation: 'createOrder', status: 500 },
}

/** What an order asks for in place of its pollAfterSeconds. */
export const PAUSES: { readonly [Id in Way]?: unknown } = {
  'poll missing': undefined,
  'poll a text': '1',
  'poll negative': -1,
}

/** The data of a success, as the documented service answers each operation. */
export type Data = {
  readonly status?: string
  readonly mode?: string
  readonly products?: readonly object[]
  readonly order?: (Record<string, unknown> & { readonly order?: object }) | null
}

/** What comes of the body of a success: of any, or of those of one operation. */
type Edit = { readonly operation?: OperationId; readonly bodyOf: (data: Data) => unknown }

/** The bodies that are not as they are documented. */
export const EDITS: { readonly [Id in Way]?: Edit } = {
  'no data': { bodyOf: (data) => data },
  'data is null': { bodyOf: () => ({ data: null }) },
  'not JSON': { bodyOf: () => '<html>' },
  'status fine': { operation: 'ping', bodyOf: (data) => ({ data: { ...data, status: 'fine' } }) },
  'status missing': { operation: 'ping', bodyOf: ({ mode }) => ({ data: { mode } }) },
  'mode LIVE': { operation: 'ping', bodyOf: (data) => ({ data: { ...data, mode: 'LIVE' } }) },
  'mode missing': { operation: 'ping', bodyOf: ({ status }) => ({ data: { status } }) },
  'sku missing': {
    operation: 'listProducts',
    bodyOf: ({ products = [] }) => ({ data: { products: [...products, {}] } }),
  },
  'sku a number': {
    operation: 'listProducts',
    bodyOf: ({ products = [] }) => ({ data: { products: [{ sku: 25 }, ...products] } }),
  },
  'purchase at data.order': { operation: 'createOrder', bodyOf: ({ order }) => ({ data: order }) },
  'purchase at data.summary': {
    operation: 'createOrder',
    bodyOf: ({ order }) => ({ data: { summary: order?.order } }),
  },
  'lookup at data.order.order': {
    operation: 'lookupOrder',
    bodyOf: ({ order }) => ({ data: { order: { order } } }),
  },
  'lookup at data.summary': {
    operation: 'lookupOrder',
    bodyOf: ({ order }) => ({ data: { summary: order } }),
  },
}
