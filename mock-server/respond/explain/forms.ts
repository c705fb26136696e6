import type { Operation, OperationId } from '../../../contract/wire/operations.ts'
import { type PathTemplate, parsePathTemplate } from '../../../contract/wire/path-template.ts'

/** A path that may be meant for an operation: its own, or one that other APIs use for a similar one. */
export type Form = PathTemplate & { readonly id: OperationId; readonly isOwn: boolean }

/** Of two that match, the more specific one comes first. */
const OTHER_TEMPLATES: { readonly [Id in OperationId]: readonly string[] } = {
  ping: ['/health', '/status'],
  listProducts: ['/catalogue', '/catalog', '/skus'],
  getPrice: [
    '/products/{sku}',
    '/products/{sku}/{more}/price',
    '/products/price?sku={sku}',
    '/price?sku={sku}',
    '/price/{sku}',
  ],
  getBalance: ['/account/balance', '/balance/{partner}'],
  createOrder: ['/purchases', '/orders/create', '/orders/purchase'],
  lookupOrder: [
    '/orders?partnerReference={partnerReference}',
    '/orders/lookup?partnerReference={partnerReference}',
    '/orders/lookup',
    '/orders/{partnerReference}',
    '/orders/lookup/{partnerReference}',
    '/orders/reference/{partnerReference}',
    '/orders/{partnerReference}/status',
    '/orders/{partnerReference}/{more}',
    '/purchases/{partnerReference}',
  ],
}

const OTHER_FORMS: readonly Form[] = Object.entries(OTHER_TEMPLATES).flatMap(([id, templates]) =>
  // The keys of the table are the ids of the operations.
  templates.map((template) => ({ ...parsePathTemplate(template), id: id as OperationId, isOwn: false })),
)

/** Every form that a request is compared with; the operations' own come first. */
export function formsOf(operations: { readonly [Id in OperationId]: Operation }): readonly Form[] {
  const own = Object.values(operations).map(({ id, path }) => ({
    ...parsePathTemplate(path),
    id,
    isOwn: true,
  }))
  return [...own, ...OTHER_FORMS]
}

/** A form as text: `/orders?partnerReference={partnerReference}`. */
export function writtenForm({ segments, query }: PathTemplate): string {
  const path = `/${segments.join('/')}`
  return query.length === 0 ? path : `${path}?${query.map((pair) => pair.join('=')).join('&')}`
}
