import { type OrderRequest, orderRequest } from '../../contract/wire/bodies.ts'
import { DOCUMENTED_OPERATIONS, type OperationId } from '../../contract/wire/operations.ts'

/** The mock behind a wrapper. */
export type Forward = (request: Request) => Promise<Response>

/** A small change to a server: it sees every request, and forwards what it does not change. */
export type Middleware = (
  request: Request,
  forward: Forward,
  operation: OperationId | null,
) => Promise<Response>

type JsonObject = Record<string, unknown>

type Route = { readonly id: OperationId; readonly line: RegExp }

/** The method and path of each operation in the default profile. */
const ROUTES: readonly Route[] = [
  ...DOCUMENTED_OPERATIONS,
  { id: 'lookupOrder', method: 'GET', path: '/orders/{partnerReference}' } as const,
].map(({ id, method, path }) => ({ id, line: new RegExp(`^${method} ${path.replace(/\{\w+\}/, '[^/]+')}$`) }))

/** The operation that a request asks for, by the default profile. */
export function operationOf(request: Request): OperationId | null {
  const line = `${request.method} ${pathOf(request)}`
  return ROUTES.find((route) => route.line.test(line))?.id ?? null
}

/** The path of a request, without its query. */
function pathOf({ url }: Request): string {
  return /^\w+:\/\/[^/?]*([^?]*)/.exec(url)?.[1] ?? ''
}

/** The reference in a lookup's path. */
export function lookedUpReference(request: Request): string {
  return decodeURIComponent(pathOf(request).slice('/orders/'.length))
}

/** Changes the body of every success of an operation. */
export function edit(
  operation: OperationId,
  change: (body: JsonObject, request: Request) => unknown,
): Middleware {
  return async (request, forward, asked) => {
    const response = await forward(request)
    if (asked !== operation || !response.ok) return response
    return Response.json(change((await response.json()) as JsonObject, request))
  }
}

/** Answers an operation with a refusal instead. */
export function refuseAll(operation: OperationId, status: number): Middleware {
  return async (request, forward, asked) => (asked === operation ? refusal(status) : forward(request))
}

/** A refusal in the default profile's shape. */
export function refusal(status: number): Response {
  const problem = { type: 'about:blank', title: 'Refused', status, detail: 'Refused.' }
  return Response.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } })
}

/** Changes the order summary in every answer that has one. */
export function editSummary(change: (summary: JsonObject, request: Request) => JsonObject): Middleware {
  return async (request, forward, operation) => {
    const response = await forward(request)
    if (!response.ok || (operation !== 'createOrder' && operation !== 'lookupOrder')) return response
    const body = (await response.json()) as { data: { order: JsonObject } }
    const { order } = body.data
    const isPurchase = operation === 'createOrder'
    const changed = isPurchase
      ? { order: change(order.order as JsonObject, request) }
      : change(order, request)
    return Response.json({ data: { order: changed } })
  }
}

/** The two fields of a purchase; undefined for a body that is not a purchase. */
export async function purchaseIn(request: Request): Promise<OrderRequest | undefined> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  return orderRequest.safeParse(body).data
}

/** Answers purchases in its own way, and forwards all else. */
export function ofPurchases(
  answer: (order: OrderRequest, request: Request, forward: Forward) => Promise<Response>,
): Middleware {
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    return order === undefined ? forward(request) : answer(order, request, forward)
  }
}

/** Forwards a purchase with other fields. */
export function buyAs(
  request: Request,
  forward: Forward,
  { partnerReference, sku }: OrderRequest,
): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return forward(
    new Request(request.url, { method: 'POST', headers, body: JSON.stringify({ partnerReference, sku }) }),
  )
}

/** Looks up an order under another reference. */
export function lookUpAs(request: Request, forward: Forward, reference: string): Promise<Response> {
  const url = new URL(`/orders/${encodeURIComponent(reference)}`, request.url)
  return forward(new Request(url, { headers: request.headers }))
}
