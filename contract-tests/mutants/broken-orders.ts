import type { Clock } from '../../contract/clock.ts'
import type { BrokenServer } from './broken-server.ts'
import {
  buyAs,
  edit,
  editSummary,
  lookedUpReference,
  lookUpAs,
  type Middleware,
  purchaseIn,
  refusal,
} from './middleware.ts'
import { composed } from './weather/weather.ts'

type Lookup = { data: { order: Record<string, unknown> } }

/** Servers that are wrong about the body of a purchase or about an order's summary, in every request. */
export const BROKEN_ORDERS: readonly BrokenServer[] = [
  {
    name: 'a purchase needs a third field',
    breaks: 'order-two-fields',
    change: () => async (request, forward, operation) =>
      operation === 'createOrder' ? refusal(422) : forward(request),
  },
  {
    name: 'a reference must have no colon',
    breaks: 'order-two-fields',
    change: () => async (request, forward, operation) =>
      operation === 'createOrder' && (await purchaseIn(request))?.partnerReference.includes(':')
        ? refusal(400)
        : forward(request),
  },
  {
    name: 'it keeps 32 characters of a reference',
    breaks: 'new-reference-new-purchase',
    change: () => keeping((reference) => reference.slice(0, 32)),
  },
  {
    name: 'it keeps references in lower case',
    breaks: 'new-reference-new-purchase',
    change: () => keeping((reference) => reference.toLowerCase()),
  },
  {
    name: 'it keeps letters and digits of a reference',
    breaks: 'new-reference-new-purchase',
    change: () => keeping((reference) => reference.replaceAll(/[^\p{L}\d]/gu, '')),
  },
  {
    name: 'it trims references',
    breaks: 'new-reference-new-purchase',
    change: () => keeping((reference) => reference.trim()),
    detection: { seenBy: 'thorough' },
  },
  {
    name: 'it decodes the escapes of a URL in references',
    breaks: 'new-reference-new-purchase',
    change: () => keeping((reference) => reference.replaceAll('%2F', '/')),
    detection: { seenBy: 'thorough' },
  },
  {
    name: 'it answers a card with the first order of that card, and knows no other reference',
    breaks: 'new-reference-new-purchase',
    change: oncePerCard,
  },
  {
    name: 'it takes three references, and refuses every other',
    breaks: 'new-reference-new-purchase',
    change: takesThree,
  },
  {
    name: 'every third reference is answered with 500, however often',
    breaks: 'new-reference-new-purchase',
    change: failsEveryThird,
  },
  {
    name: 'a known body is answered without a key',
    breaks: 'key-required',
    change: answersKnownBodies,
  },
  {
    name: 'a purchase without a valid key is refused, and charged',
    breaks: 'key-required',
    change: chargesTheRefused,
  },
  {
    name: 'it knows a reference for two seconds',
    breaks: 'same-body-same-purchase',
    change: knownFor,
  },
  {
    name: 'the data of a lookup is null',
    breaks: 'data-envelope',
    change: () => edit('lookupOrder', (body) => ({ data: null, order: (body as Lookup).data.order })),
  },
  {
    name: 'the purchase has a summary without a status',
    breaks: 'purchase-position',
    change: () => edit('createOrder', () => ({ data: { order: { order: { state: 'COMPLETED' } } } })),
  },
  {
    name: 'the lookup names another order',
    breaks: 'lookup-position',
    change: () =>
      edit('lookupOrder', (body) => {
        const { order } = (body as Lookup).data
        return { data: { order: { ...order, partnerReference: 'SHOP:another' } } }
      }),
  },
  {
    name: 'the lookup answers with the last order',
    breaks: 'lookup-position',
    change: answersLast,
    // From outside, an order that is settled in one lookup and PROCESSING in the next went back.
    detection: { seenBy: 'default', thoroughly: 'order-leaves-processing' },
  },
  {
    name: 'the lookup answers with the last order, and each one takes a second',
    breaks: 'lookup-position',
    change: composed(answersLast, takingASecond),
  },
  {
    name: 'the lookup is a list',
    breaks: 'lookup-position',
    change: () => edit('lookupOrder', (body) => ({ data: { order: [(body as Lookup).data.order] } })),
  },
  {
    name: 'pollAfterSeconds is null',
    breaks: 'processing-has-poll-after',
    change: () =>
      editSummary((summary) =>
        'pollAfterSeconds' in summary ? { ...summary, pollAfterSeconds: null } : summary,
      ),
  },
]

/** Stores references changed, so that it confuses some of them. */
function keeping(read: (reference: string) => string): Middleware {
  return async (request, forward, operation) => {
    if (operation === 'lookupOrder') return lookUpAs(request, forward, read(lookedUpReference(request)))
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined) return forward(request)
    return buyAs(request, forward, { ...order, partnerReference: read(order.partnerReference) })
  }
}

function oncePerCard(): Middleware {
  const first = new Map<string, string>()
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined) return forward(request)
    const partnerReference = first.get(order.sku) ?? order.partnerReference
    first.set(order.sku, partnerReference)
    return buyAs(request, forward, { ...order, partnerReference })
  }
}

function takesThree(): Middleware {
  const taken = new Set<string>()
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined) return forward(request)
    if (taken.size < 3) taken.add(order.partnerReference)
    return taken.has(order.partnerReference) ? forward(request) : refusal(409)
  }
}

function failsEveryThird(): Middleware {
  const known = new Set<string>()
  const failing = new Set<string>()
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined) return forward(request)
    const { partnerReference } = order
    if (!known.has(partnerReference) && known.size % 3 === 2) failing.add(partnerReference)
    known.add(partnerReference)
    return failing.has(partnerReference) ? refusal(500) : forward(request)
  }
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

/** Refuses a purchase only after it has bought it, with the key that it knows. */
function chargesTheRefused(): Middleware {
  let served: Headers | undefined
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined) return forward(request)
    const { headers, url } = request
    const response = await forward(request)
    if (response.ok) served ??= new Headers(headers)
    if (response.status !== 401 || served === undefined) return response
    const partnerReference = `${order.partnerReference}~refused`
    await buyAs(new Request(url, { headers: served }), forward, { ...order, partnerReference })
    return response
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

/** Every order is PROCESSING for a second at least. */
function takingASecond(clock: Clock): Middleware {
  const bought = new Map<string, number>()
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    const reference =
      order?.partnerReference ?? (operation === 'lookupOrder' ? lookedUpReference(request) : '')
    if (order !== undefined && !bought.has(reference)) bought.set(reference, clock.now())
    const isNew = clock.now() - (bought.get(reference) ?? 0) < 1000
    const late = editSummary((summary) => (isNew ? { status: 'PROCESSING', pollAfterSeconds: 1 } : summary))
    return late(request, forward, operation)
  }
}

const KNOWN_MS = 2000

/** Treats a later replay as a new purchase, and looks up that one from then on. */
function knownFor(clock: Clock): Middleware {
  const known = new Map<string, { readonly as: string; readonly at: number }>()
  return async (request, forward, operation) => {
    if (operation === 'lookupOrder') {
      const reference = lookedUpReference(request)
      return lookUpAs(request, forward, known.get(reference)?.as ?? reference)
    }
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined) return forward(request)
    const { partnerReference } = order
    const last = known.get(partnerReference) ?? { as: partnerReference, at: clock.now() }
    const isOver = clock.now() - last.at > KNOWN_MS
    const now = isOver ? { as: `${last.as}~`, at: clock.now() } : last
    known.set(partnerReference, now)
    return buyAs(request, forward, { ...order, partnerReference: now.as })
  }
}
