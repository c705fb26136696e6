import { type BrokenServer, broken } from './broken-server.ts'
import {
  buyAs,
  edit,
  editSummary,
  lookedUpReference,
  lookUpAs,
  type Middleware,
  ofPurchases,
  purchaseIn,
  refusal,
  refuseAll,
} from './middleware.ts'

type Lookup = { data: { order: Record<string, unknown> } }

/** Servers that are wrong about the body of a purchase or about an order's summary, in every request. */
export const BROKEN_ORDERS: readonly BrokenServer[] = [
  broken('order-two-fields', 'a purchase needs a third field', () => refuseAll('createOrder', 422)),
  broken('order-two-fields', 'a reference must have no colon', () =>
    ofPurchases(async ({ partnerReference }, request, forward) =>
      partnerReference.includes(':') ? refusal(400) : forward(request),
    ),
  ),
  broken('order-two-fields', 'the members of a body must be in one order', () =>
    ofPurchases(async (_, request, forward) =>
      /^\s*\{\s*"sku"/.test(await request.clone().text()) ? refusal(400) : forward(request),
    ),
  ),
  confusing('it keeps 32 characters of a reference', (reference) => reference.slice(0, 32)),
  confusing('it keeps references in lower case', (reference) => reference.toLowerCase()),
  confusing('it keeps the label of a reference', (reference) => reference.replace(/^.*:/, '')),
  broken('new-reference-new-purchase', 'it takes three references, and refuses every other', () =>
    takingReferences(3),
  ),
  broken('key-required', 'a known body is answered without a key', answersKnownBodies),
  broken('same-body-same-purchase', 'the identical body of a settled order has failed', failsAgain),
  broken('data-envelope', 'the data of a lookup is null', () =>
    edit('lookupOrder', (body) => ({ data: null, order: (body as Lookup).data.order })),
  ),
  broken('purchase-position', 'the purchase has a summary without a status', () =>
    edit('createOrder', () => ({ data: { order: { order: { state: 'COMPLETED' } } } })),
  ),
  broken('lookup-position', 'the lookup names another order', () =>
    edit('lookupOrder', (body) => {
      const { order } = (body as Lookup).data
      return { data: { order: { ...order, partnerReference: 'SHOP:another' } } }
    }),
  ),
  broken('lookup-position', 'the lookup answers with the last order', answersLast),
  broken('lookup-position', 'the lookup is a list', () =>
    edit('lookupOrder', (body) => ({ data: { order: [(body as Lookup).data.order] } })),
  ),
  broken('processing-has-poll-after', 'pollAfterSeconds of a purchase is in milliseconds', () => {
    const change = editSummary(({ pollAfterSeconds: seconds, ...summary }) =>
      typeof seconds === 'number' ? { ...summary, pollAfterSeconds: seconds * 1000 } : summary,
    )
    return (request, forward, operation) =>
      operation === 'createOrder' ? change(request, forward, operation) : forward(request)
  }),
  broken('processing-has-poll-after', 'pollAfterSeconds of a lookup is a point in time', () => {
    const change = editSummary((summary) =>
      'pollAfterSeconds' in summary ? { ...summary, pollAfterSeconds: 1_790_000_000 } : summary,
    )
    return (request, forward, operation) =>
      operation === 'lookupOrder' ? change(request, forward, operation) : forward(request)
  }),
  broken('processing-has-poll-after', 'pollAfterSeconds is null', () =>
    editSummary((summary) =>
      'pollAfterSeconds' in summary ? { ...summary, pollAfterSeconds: null } : summary,
    ),
  ),
]

/** Stores references changed, so that it confuses some of them. */
function confusing(name: string, read: (reference: string) => string): BrokenServer {
  const buying = ofPurchases((order, request, forward) =>
    buyAs(request, forward, { ...order, partnerReference: read(order.partnerReference) }),
  )
  const change: Middleware = (request, forward, operation) =>
    operation === 'lookupOrder'
      ? lookUpAs(request, forward, read(lookedUpReference(request)))
      : buying(request, forward, operation)
  return broken('new-reference-new-purchase', name, () => change)
}

/** Refuses a reference that comes after so many others. */
function takingReferences(most: number): Middleware {
  const known = new Set<string>()
  return ofPurchases(async ({ partnerReference }, request, forward) => {
    if (known.size >= most && !known.has(partnerReference)) return refusal(409)
    known.add(partnerReference)
    return forward(request)
  })
}

/** Keeps its answers, and looks for one before it looks at the key. */
function answersKnownBodies(): Middleware {
  const answers = new Map<string, Response>()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const body = await request.clone().text()
    const response = await forward(request)
    if (response.ok) answers.set(body, response.clone())
    return response.status === 401 ? (answers.get(body)?.clone() ?? response) : response
  }
}

/** Finds whatever was bought last. */
function answersLast(): Middleware {
  let last = ''
  return async (request, forward, operation) => {
    if (operation === 'lookupOrder') {
      const own = await forward(request)
      return own.ok ? lookUpAs(request, forward, last) : own
    }
    const response = await forward(request.clone())
    if (operation === 'createOrder' && response.ok)
      last = (await purchaseIn(request))?.partnerReference ?? last
    return response
  }
}

/** Answers the identical body of an order that was settled as one that failed. */
function failsAgain(): Middleware {
  const settled = new Set<string>()
  const isSettled = async (response: Response) => /"status":"COMPLETED"/.test(await response.clone().text())
  return async (request, forward, operation) => {
    const order = await purchaseIn(request)
    const reference = order?.partnerReference ?? lookedUpReference(request)
    const wasSettled = settled.has(reference)
    const response = await forward(request)
    if (await isSettled(response)) settled.add(reference)
    const isAgain = wasSettled && response.ok && operation === 'createOrder'
    return isAgain ? Response.json({ data: { order: { order: { status: 'FAILED' } } } }) : response
  }
}
