import type { BrokenServer } from './broken-server.ts'
import {
  edit,
  editSummary,
  forwardAs,
  lookUpAs,
  type Middleware,
  referenceOf,
  refusal,
} from './middleware.ts'

type Purchase = { data: { order: { order: Record<string, unknown> } } }
type Lookup = { data: { order: Record<string, unknown> } }

/** Servers that break what is bought: positions, idempotency, and the states of an order. */
export const BROKEN_ORDERS: readonly BrokenServer[] = [
  {
    name: 'a purchase needs a third field',
    breaks: 'order-two-fields',
    change: () => async (request, forward, operation) =>
      operation === 'createOrder' ? refusal(422) : forward(request),
  },
  {
    name: 'the purchase is flat',
    breaks: 'purchase-position',
    change: () => edit('createOrder', (body) => ({ data: (body as Purchase).data.order })),
  },
  {
    name: 'the purchase stands elsewhere',
    breaks: 'purchase-position',
    change: () => edit('createOrder', (body) => ({ data: { purchase: (body as Purchase).data.order } })),
  },
  {
    name: 'a repeated purchase is flat',
    breaks: 'purchase-position',
    change: () => onRepeat((body) => ({ data: (body as Purchase).data.order })),
  },
  {
    name: 'the lookup is doubly nested',
    breaks: 'lookup-position',
    change: () => edit('lookupOrder', (body) => ({ data: { order: (body as Lookup).data } })),
  },
  {
    name: 'the lookup is flat',
    breaks: 'lookup-position',
    change: () => edit('lookupOrder', (body) => ({ data: (body as Lookup).data.order })),
  },
  {
    name: 'the identical body buys again',
    breaks: 'same-body-same-purchase',
    change: () => {
      const seen = new Map<string, number>()
      return renamed(({ partnerReference }) => {
        const times = (seen.get(partnerReference) ?? 0) + 1
        seen.set(partnerReference, times)
        return times === 1 ? partnerReference : `${partnerReference}~${times}`
      })
    },
  },
  {
    name: 'the identical body buys again while the first is under way',
    breaks: 'same-body-same-purchase',
    change: buysAgainAtTheSameTime,
  },
  {
    name: 'the identical body is a conflict',
    breaks: 'same-body-same-purchase',
    change: () => {
      const repeated = repeats()
      return async (request, forward, operation) =>
        operation === 'createOrder' && (await repeated(request)) ? refusal(409) : forward(request)
    },
  },
  {
    name: 'the identical body starts a settled order anew',
    breaks: 'same-body-same-purchase',
    change: () =>
      onRepeat(() => ({ data: { order: { order: { status: 'PROCESSING', pollAfterSeconds: 1 } } } })),
  },
  {
    name: 'a card is bought once, whatever the reference',
    breaks: 'new-reference-new-purchase',
    change: oncePerCard,
  },
  {
    name: 'a purchase nobody waited for is neither found nor taken again',
    breaks: 'purchase-survives-timeout',
    change: () => onAbandoned(async () => refusal(409)),
  },
  {
    name: 'a purchase nobody waited for is bought again',
    breaks: 'purchase-survives-timeout',
    change: () =>
      onAbandoned((request, forward) =>
        forwardAs(request, forward, (order) => `${order.partnerReference}~2`),
      ),
  },
  {
    name: 'PROCESSING has no pollAfterSeconds',
    breaks: 'processing-has-poll-after',
    change: () => editSummary(({ pollAfterSeconds, ...rest }) => rest),
  },
  {
    name: 'PROCESSING has no pollAfterSeconds in a lookup',
    breaks: 'processing-has-poll-after',
    change: () =>
      editSummary((summary, request) => (request.method === 'GET' ? { status: summary.status } : summary)),
  },
  {
    name: 'pollAfterSeconds is a text',
    breaks: 'processing-has-poll-after',
    change: () => editPollAfter(String),
  },
  {
    name: 'pollAfterSeconds is negative',
    breaks: 'processing-has-poll-after',
    change: () => editPollAfter((seconds) => -seconds),
  },
  {
    name: 'an order is PROCESSING for ever',
    breaks: 'order-leaves-processing',
    change: () => editSummary(() => ({ status: 'PROCESSING', pollAfterSeconds: 1 })),
  },
  {
    name: 'a settled order goes back',
    breaks: 'order-leaves-processing',
    change: goesBack,
  },
]

function editPollAfter(change: (seconds: number) => unknown): Middleware {
  return editSummary((summary) => {
    const seconds = summary.pollAfterSeconds
    return typeof seconds === 'number' ? { ...summary, pollAfterSeconds: change(seconds) } : summary
  })
}

function renamed(rename: Parameters<typeof forwardAs>[2]): Middleware {
  return async (request, forward, operation) =>
    operation === 'createOrder' ? forwardAs(request, forward, rename) : forward(request)
}

/** Tells whether the body of a purchase was seen before. */
function repeats(): (request: Request) => Promise<boolean> {
  const seen = new Set<string>()
  return async (request) => {
    const body = await request.clone().text()
    const isRepeated = seen.has(body)
    seen.add(body)
    return isRepeated
  }
}

function onRepeat(change: (body: Record<string, unknown>) => unknown): Middleware {
  const repeated = repeats()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const isRepeated = await repeated(request)
    const response = await forward(request)
    return isRepeated && response.ok
      ? Response.json(change((await response.json()) as Record<string, unknown>))
      : response
  }
}

/** Looks whether the reference is known, and only then writes it down: two at once both find it unknown. */
function buysAgainAtTheSameTime(): Middleware {
  const underWay = new Map<string, number>()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const body = await request.clone().text()
    const others = underWay.get(body) ?? 0
    underWay.set(body, others + 1)
    await delay(20)
    const response = await forwardAs(request, forward, ({ partnerReference }) =>
      others === 0 ? partnerReference : `${partnerReference}~${others}`,
    )
    underWay.set(body, (underWay.get(body) ?? 1) - 1)
    return response
  }
}

function oncePerCard(): Middleware {
  const firstOf = new Map<string, string>()
  const aliases = new Map<string, string>()
  const alias = renamed(({ partnerReference, sku }) => {
    const first = firstOf.get(sku) ?? partnerReference
    firstOf.set(sku, first)
    aliases.set(partnerReference, first)
    return first
  })
  return async (request, forward, operation) => {
    if (operation !== 'lookupOrder') return alias(request, forward, operation)
    const reference = referenceOf(request)
    return lookUpAs(request, forward, aliases.get(reference) ?? reference)
  }
}

/** Longer than a client waits that goes away, and than the news of its going takes. */
const NOTICE_MS = 60

/** Answers late enough to notice that the client of a purchase went away; such a reference is never found again. */
function onAbandoned(repeat: Middleware): Middleware {
  const abandoned = new Set<string>()
  return async (request, forward, operation) => {
    const lookedUp = operation === 'lookupOrder' ? referenceOf(request) : null
    if (lookedUp !== null) {
      await delay(NOTICE_MS)
      return abandoned.has(lookedUp) ? refusal(404) : forward(request)
    }
    const reference = operation === 'createOrder' ? await referenceInBody(request) : undefined
    if (reference === undefined) return forward(request)
    if (abandoned.has(reference)) return repeat(request, forward, operation)
    request.signal.addEventListener('abort', () => abandoned.add(reference))
    const response = await forward(request)
    await delay(NOTICE_MS)
    return response
  }
}

async function referenceInBody(request: Request): Promise<string | undefined> {
  try {
    const { partnerReference } = (await request.clone().json()) as { partnerReference?: string }
    return partnerReference
  } catch {
    return undefined
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Settled once; PROCESSING again whenever it is looked up after that. */
function goesBack(): Middleware {
  const settled = new Set<string>()
  return editSummary((summary, request) => {
    if (request.method !== 'GET') return summary
    const reference = referenceOf(request)
    if (settled.has(reference)) return { status: 'PROCESSING', pollAfterSeconds: 1 }
    if (summary.status !== 'PROCESSING') settled.add(reference)
    return summary
  })
}
