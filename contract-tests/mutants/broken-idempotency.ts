import type { BrokenServer } from './broken-server.ts'
import { forwardAs, lookUpAs, type Middleware, referenceOf, refusal } from './middleware.ts'
import { onRepeat, repeats } from './repeats.ts'

/** Servers that break idempotency: what is one purchase, and what is another. */
export const BROKEN_IDEMPOTENCY: readonly BrokenServer[] = [
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
    name: 'the identical body is not found any more',
    breaks: 'same-body-same-purchase',
    change: () => {
      const repeated = repeats()
      return async (request, forward, operation) =>
        operation === 'createOrder' && (await repeated(request)) ? refusal(404) : forward(request)
    },
  },
  {
    name: 'one of several at the same time is refused',
    breaks: 'same-body-same-purchase',
    change: refusesWhileUnderWay,
  },
  {
    name: 'a card is bought once, whatever the reference',
    breaks: 'new-reference-new-purchase',
    change: oncePerCard,
  },
  {
    name: 'a second reference is another name of the first purchase',
    breaks: 'new-reference-new-purchase',
    change: onlyOncePerRun,
  },
  {
    name: 'a purchase nobody waited for fails ever after',
    breaks: 'purchase-survives-timeout',
    change: () => onAbandoned(async () => refusal(500)),
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
]

function renamed(rename: Parameters<typeof forwardAs>[2]): Middleware {
  return async (request, forward, operation) =>
    operation === 'createOrder' ? forwardAs(request, forward, rename) : forward(request)
}

/** How slowly these servers write a purchase down: more slowly than any client of theirs goes away. */
const RECORDING_MS = 150

/** Looks whether the reference is known, and only then writes it down: two at once both find it unknown. */
function buysAgainAtTheSameTime(): Middleware {
  const underWay = new Map<string, number>()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const body = await request.clone().text()
    const others = underWay.get(body) ?? 0
    underWay.set(body, others + 1)
    await delay(RECORDING_MS)
    const response = await forwardAs(request, forward, ({ partnerReference }) =>
      others === 0 ? partnerReference : `${partnerReference}~${others}`,
    )
    underWay.set(body, (underWay.get(body) ?? 1) - 1)
    return response
  }
}

/** Lets one of several identical bodies through, and refuses the others that come meanwhile. */
function refusesWhileUnderWay(): Middleware {
  const underWay = new Set<string>()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const body = await request.clone().text()
    if (underWay.has(body)) return refusal(409)
    underWay.add(body)
    await delay(RECORDING_MS)
    const response = await forward(request)
    underWay.delete(body)
    return response
  }
}

/** Takes the second reference that it sees for the first one, and no other. */
function onlyOncePerRun(): Middleware {
  const references: string[] = []
  const alias = (reference: string) =>
    reference === references[1] ? (references[0] ?? reference) : reference
  const purchases = renamed(({ partnerReference }) => {
    if (!references.includes(partnerReference)) references.push(partnerReference)
    return alias(partnerReference)
  })
  return async (request, forward, operation) =>
    operation === 'lookupOrder'
      ? lookUpAs(request, forward, alias(referenceOf(request)))
      : purchases(request, forward, operation)
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
