/** The six operations of the reference, §4. */
export type OperationId = 'ping' | 'listProducts' | 'getPrice' | 'getBalance' | 'createOrder' | 'lookupOrder'

/** One operation: its method, its path, and its clause of the reference. */
export type Operation = {
  readonly id: OperationId
  readonly method: string
  /** A path template relative to the base address; the lookup's may hold a query. */
  readonly path: string
  readonly section: string
  readonly purpose: string
}

type DocumentedOperation = Exclude<OperationId, 'lookupOrder'>

const DOCUMENTED: { readonly [Id in DocumentedOperation]: Operation & { readonly id: Id } } = {
  ping: { id: 'ping', method: 'GET', path: '/ping', section: '4', purpose: 'check connectivity' },
  listProducts: {
    id: 'listProducts',
    method: 'GET',
    path: '/products',
    section: '4',
    purpose: 'read the catalogue',
  },
  getPrice: {
    id: 'getPrice',
    method: 'GET',
    path: '/products/{sku}/price',
    section: '4',
    purpose: 'read the price of a SKU',
  },
  getBalance: {
    id: 'getBalance',
    method: 'GET',
    path: '/balance',
    section: '4',
    purpose: 'read the balance',
  },
  createOrder: {
    id: 'createOrder',
    method: 'POST',
    path: '/orders',
    section: '4',
    purpose: 'purchase a card',
  },
}

/** The five operations whose method and path the reference shows. */
export const DOCUMENTED_OPERATIONS: readonly Operation[] = Object.values(DOCUMENTED)

/** The ids of all six operations, in the order of the typical flow (§1.3). */
export const OPERATION_IDS = [
  'ping',
  'listProducts',
  'getPrice',
  'getBalance',
  'createOrder',
  'lookupOrder',
] as const satisfies readonly OperationId[]

/**
 * All six operations, the lookup as the profile answers it (gap `lookup-operation`).
 *
 * @example
 * operationsOf(DEFAULT_PROFILE).lookupOrder.path // '/orders/{partnerReference}'
 */
export function operationsOf(profile: { readonly lookup: Pick<Operation, 'method' | 'path'> }): {
  readonly [Id in OperationId]: Operation
} {
  const lookupOrder: Operation = {
    id: 'lookupOrder',
    method: profile.lookup.method,
    path: profile.lookup.path,
    section: '4',
    purpose: 'look an order up by its reference',
  }
  return { ...DOCUMENTED, lookupOrder }
}
