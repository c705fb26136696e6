import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
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
  confusing('it keeps a label of digits as a number', (reference) => reference.replace(/:0+(?=\d+$)/, ':')),
  confusing('it keeps characters beyond ASCII as one', (reference) =>
    reference.replaceAll(/\P{ASCII}/gu, '?'),
  ),
  broken(
    'new-reference-new-purchase',
    'it answers a card with the first order of that card, and knows no other reference',
    oncePerCard,
  ),
  broken('new-reference-new-purchase', 'it takes three references, and refuses every other', () =>
    refusingReferences(409, (nth) => nth > 3),
  ),
  broken('new-reference-new-purchase', 'every third reference is answered with 500, however often', () =>
    refusingReferences(500, (nth) => nth % 3 === 0),
  ),
  broken('key-required', 'a known body is answered without a key', answersKnownBodies),
  broken(
    'same-body-same-purchase',
    'an identical body is answered with the last order, by its name',
    namesLast,
  ),
  broken('same-body-same-purchase', 'the identical body of a settled order has failed', failsAgain),
  broken('same-body-same-purchase', 'only the eight newest references are known', () => {
    const bought: string[] = []
    return ofPurchases(async (order, request, forward) => {
      const { partnerReference } = order
      const isKnown = bought.slice(-8).includes(partnerReference)
      if (!isKnown) bought.push(partnerReference)
      const times = bought.filter((one) => one === partnerReference).length
      const written = times > 1 ? `${partnerReference}-${times}` : partnerReference
      const response = await buyAs(request, forward, { ...order, partnerReference: written })
      if (!response.ok && !isKnown) bought.splice(bought.lastIndexOf(partnerReference), 1)
      return response
    })
  }),
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
  broken(
    'lookup-position',
    'the lookup of an unknown order answers with another one, by its name',
    () => async (request, forward, operation) => {
      const response = await forward(request)
      if (operation !== 'lookupOrder' || response.status !== 404) return response
      return Response.json({ data: { order: { partnerReference: 'SHOP:another', status: 'COMPLETED' } } })
    },
  ),
  broken('lookup-position', 'the lookup answers with the last order', answersLast),
  broken(
    'lookup-position',
    'the lookup finds the newest order that begins as its reference',
    findsByBeginning,
  ),
  broken('lookup-position', 'the lookup names another card', () => namesCard('lookupOrder')),
  broken('order-two-fields', 'the purchase names another card', () => namesCard('createOrder')),
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

function oncePerCard(): Middleware {
  const first = new Map<string, string>()
  return ofPurchases(async (order, request, forward) => {
    const partnerReference = first.get(order.sku) ?? order.partnerReference
    first.set(order.sku, partnerReference)
    return buyAs(request, forward, { ...order, partnerReference })
  })
}

/** Refuses some references, by when each came for the first time. */
function refusingReferences(status: number, isRefused: (nth: number) => boolean): Middleware {
  const known: string[] = []
  return ofPurchases(async ({ partnerReference }, request, forward) => {
    if (!known.includes(partnerReference)) known.push(partnerReference)
    return isRefused(known.indexOf(partnerReference) + 1) ? refusal(status) : forward(request)
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

function findsByBeginning(): Middleware {
  return findsNewest((reference, asked) => reference.startsWith(asked))
}

/** Finds the newest order whose reference is like the one that was asked for. */
function findsNewest(isLike: (reference: string, asked: string) => boolean): Middleware {
  const known: string[] = []
  return async (request, forward, operation) => {
    if (operation !== 'lookupOrder') {
      known.push((await purchaseIn(request))?.partnerReference ?? '')
      return forward(request)
    }
    const asked = lookedUpReference(request)
    return lookUpAs(request, forward, known.findLast((reference) => isLike(reference, asked)) ?? asked)
  }
}

/** Names the same card in each order. */
function namesCard(named: OperationId): Middleware {
  const name = editSummary((summary) => ({ ...summary, sku: 'SCENARIO-AT-ONCE' }))
  return (request, forward, operation) =>
    operation === named ? name(request, forward, operation) : forward(request)
}

/** Answers a purchase with its order, and an identical body with the last order, each with its reference. */
function namesLast(): Middleware {
  const known = new Set<string>()
  let last: OrderRequest | undefined
  return ofPurchases(async (order, request, forward) => {
    if (!known.has(order.partnerReference)) last = order
    known.add(order.partnerReference)
    const { partnerReference } = last ?? order
    const response = await buyAs(request, forward, last ?? order)
    if (!response.ok) return response
    const { data } = (await response.json()) as { data: { order: { order: object } } }
    const named = { ...data.order.order, partnerReference }
    return Response.json({ data: { order: { order: named } } }, response)
  })
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
