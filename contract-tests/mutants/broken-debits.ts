import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type BrokenServer, broken } from './broken-server.ts'
import { buyAs, lookedUpReference, lookUpAs, type Middleware, ofPurchases, purchaseIn } from './middleware.ts'

/** Servers that charge for what is no new purchase. */
export const BROKEN_DEBITS: readonly BrokenServer[] = [
  broken('key-required', 'a purchase without a valid key is refused, and charged', chargesTheRefused(0)),
  broken(
    'key-required',
    'a purchase without a valid key is refused, and charged half a second later',
    chargesTheRefused(500),
  ),
  broken('same-body-same-purchase', 'every fifth identical body buys again', buysNowAndThen),
  broken('same-body-same-purchase', 'it knows a reference for four seconds', knownFor(4000)),
]

/** Buys what it has refused, so long after it, with the key that it knows. */
function chargesTheRefused(lateMs: number): BrokenServer['change'] {
  return (clock) => {
    let served: Headers | undefined
    let due: { readonly atMs: number; readonly order: OrderRequest }[] = []
    return async (request, forward, operation) => {
      const { headers, url } = request
      const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
      const response = await forward(request)
      if (order !== undefined && response.ok) served ??= new Headers(headers)
      if (order !== undefined && response.status === 401) {
        const partnerReference = `${order.partnerReference}~refused`
        due.push({ atMs: clock.now() + lateMs, order: { ...order, partnerReference } })
      }
      const { now = [], later = [] } = Object.groupBy(due, ({ atMs }) =>
        atMs > clock.now() ? 'later' : 'now',
      )
      due = later
      if (served !== undefined)
        for (const { order } of now)
          await buyAs(new Request(new URL('/orders', url), { headers: served }), forward, order)
      return response
    }
  }
}

/** Buys another card for every fifth body that it knows. */
function buysNowAndThen(): Middleware {
  const known = new Set<string>()
  let again = 0
  return ofPurchases(async (order, request, forward) => {
    const { partnerReference } = order
    if (known.has(partnerReference)) again += 1
    const isOdd = known.has(partnerReference) && again % 5 === 0
    known.add(partnerReference)
    return isOdd
      ? buyAs(request, forward, { ...order, partnerReference: `${partnerReference}~${again}` })
      : forward(request)
  })
}

/** Treats a later replay as a new purchase, and looks up that one from then on. */
function knownFor(knownMs: number): BrokenServer['change'] {
  return (clock) => {
    const known = new Map<string, { readonly as: string; readonly at: number }>()
    const buying = ofPurchases(async (order, request, forward) => {
      const { partnerReference } = order
      const last = known.get(partnerReference) ?? { as: partnerReference, at: clock.now() }
      const isOver = clock.now() - last.at > knownMs
      const now = isOver ? { as: `${last.as}~`, at: clock.now() } : last
      const response = await buyAs(request, forward, { ...order, partnerReference: now.as })
      if (response.ok) known.set(partnerReference, now)
      return response
    })
    return async (request, forward, operation) => {
      if (operation !== 'lookupOrder') return buying(request, forward, operation)
      const reference = lookedUpReference(request)
      return lookUpAs(request, forward, known.get(reference)?.as ?? reference)
    }
  }
}
