/** The ids of all six operations, in the order of the typical flow (§1.3). */
export const OPERATION_IDS = [
  'ping',
  'listProducts',
  'getPrice',
  'getBalance',
  'createOrder',
  'lookupOrder',
] as const

/** The six operations of the reference, §4. */
export type OperationId = (typeof OPERATION_IDS)[number]

export type DocumentedId = Exclude<OperationId, 'lookupOrder'>

/** One operation: its method, its path, and its clause of the reference. */
export type Operation<Id extends OperationId = OperationId> = {
  readonly id: Id
  readonly method: string
  /** A path template relative to the base address; the lookup's may hold a query. */
  readonly path: string
  readonly section: string
  readonly purpose: string
}

const DOCUMENTED = {
  ping: operation('ping', 'GET', '/ping', 'check connectivity'),
  listProducts: operation('listProducts', 'GET', '/products', 'read the catalogue'),
  getPrice: operation('getPrice', 'GET', '/products/{sku}/price', 'read the price of a SKU'),
  getBalance: operation('getBalance', 'GET', '/balance', 'read the balance'),
  createOrder: operation('createOrder', 'POST', '/orders', 'purchase a card'),
} satisfies { readonly [Id in DocumentedId]: Operation<Id> }

export const DOCUMENTED_OPERATIONS: readonly Operation<DocumentedId>[] = Object.values(DOCUMENTED)

/**
 * All six operations, the lookup as the profile answers it (gap `lookup-operation`).
 *
 * @example
 * operationsOf(DEFAULT_PROFILE).lookupOrder.path // '/orders/{partnerReference}'
 */
export function operationsOf(profile: { readonly lookup: Pick<Operation, 'method' | 'path'> }): {
  readonly [Id in OperationId]: Operation
} {
  const { method, path } = profile.lookup
  return {
    ...DOCUMENTED,
    lookupOrder: operation('lookupOrder', method, path, 'look an order up by its reference'),
  }
}

function operation<Id extends OperationId>(
  id: Id,
  method: string,
  path: string,
  purpose: string,
): Operation<Id> {
  return { id, method, path, section: '4', purpose }
}
