import type { Clock } from '../../../contract/clock.ts'
import { type Forward, lookedUpReference, type Middleware, purchaseIn, refusal } from '../middleware.ts'

/** A lookup finds an order only when it is this old, in milliseconds. */
export function foundLate(ageMs: number): (clock: Clock) => Middleware {
  return (clock) => {
    const ages = agesOf(clock)
    return async (request, forward, operation) => {
      if (operation === 'createOrder') return ages.purchase(request, forward)
      const isHidden = operation === 'lookupOrder' && ages.of(request, lookedUpReference(request)) < ageMs
      // Not forwarded: a server behind this one must not believe that its order was found.
      return isHidden ? refusal(404) : forward(request)
    }
  }
}

/** A lookup of an unknown order succeeds, with this data. */
export function unknownIs(data: object): Middleware {
  return async (request, forward, operation) => {
    const response = await forward(request)
    return operation === 'lookupOrder' && response.status === 404 ? Response.json({ data }) : response
  }
}

type First = {
  readonly forMs: number
  /** Every order, or only one that would be PROCESSING by then. */
  readonly every: boolean
}

/** An order has this summary at first. */
export function atFirst(first: string, { forMs, every }: First): (clock: Clock) => Middleware {
  const summary = every ? /\{"status":"[^"]*"[^{}]*\}/ : /\{"status":"PROCESSING"[^{}]*\}/
  return (clock) => {
    const ages = agesOf(clock)
    return async (request, forward, operation) => {
      const isPurchase = operation === 'createOrder'
      if (!isPurchase && operation !== 'lookupOrder') return forward(request)
      const reference = isPurchase
        ? (await purchaseIn(request))?.partnerReference
        : lookedUpReference(request)
      const response = await (isPurchase ? ages.purchase(request, forward) : forward(request))
      if (!response.ok || reference === undefined || ages.of(request, reference) >= forMs) return response
      return new Response((await response.text()).replace(summary, first), response)
    }
  }
}

/** How long ago each caller has bought each order: known from when its purchase arrives, if it is served. */
function agesOf(clock: Clock) {
  const boughtAt = new Map<string, number>()
  const idOf = (request: Request, reference: string) => `${request.headers.get('Authorization')} ${reference}`
  return {
    of: (request: Request, reference: string): number =>
      clock.now() - (boughtAt.get(idOf(request, reference)) ?? Number.NEGATIVE_INFINITY),
    async purchase(request: Request, forward: Forward): Promise<Response> {
      const order = await purchaseIn(request)
      const id = order && idOf(request, order.partnerReference)
      if (id === undefined || boughtAt.has(id)) return forward(request)
      boughtAt.set(id, clock.now())
      const response = await forward(request)
      if (!response.ok) boughtAt.delete(id)
      return response
    },
  }
}
