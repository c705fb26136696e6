import type { Clock } from '../../contract/clock.ts'
import type { ConformingServer } from './broken-server.ts'
import { statusIn, withHistory } from './cells/history.ts'
import { edit, editSummary, lookedUpReference, type Middleware, ofPurchases, refusal } from './middleware.ts'
import { blips } from './weather/blips.ts'

/** Servers that accept, store and settle purchases in another way than the mock, and must pass. */
export const CONFORMING_ORDERS: readonly ConformingServer[] = [
  { name: 'a purchase is a 201, its replay a 200', change: createdAtFirst },
  { name: 'identical bodies wait for one another', change: inTurn },
  { name: 'identical bodies are refused while one is in progress (409)', change: oneInProgress },
  { name: 'a purchase whose client goes away early is never made', change: () => madeAfter(0, false) },
  { name: 'a purchase whose client goes away is made a moment later', change: () => madeAfter(20, true) },
  {
    name: 'a summary names its order',
    change: () =>
      edit('lookupOrder', (body, request) => {
        const { order } = (body as { data: { order: object } }).data
        return { data: { order: { partnerReference: lookedUpReference(request), ...order } } }
      }),
  },
  {
    name: 'an order asks to be polled at once',
    change: () => editPause(() => 0),
  },
  {
    name: 'an order asks to be polled after 1,000 seconds',
    change: () => editPause(() => 1000),
  },
  { name: 'the card at once is sold out (409)', change: () => holding(0, 409, 'SCENARIO-AT-ONCE') },
  { name: 'the card at once is sold out (422)', change: () => holding(0, 422, 'SCENARIO-AT-ONCE') },
  {
    name: 'a card that clients leave is sold out (409)',
    change: () => holding(0, 409, 'SCENARIO-POLL-CHANGES'),
  },
  {
    name: 'a card that clients leave is sold out (422)',
    change: () => holding(0, 422, 'SCENARIO-POLL-CHANGES'),
  },
  { name: 'there are two of each card (409)', change: () => holding(2, 409) },
  { name: 'there are three of each card (409)', change: () => holding(3, 409) },
  { name: 'there are three of each card (422)', change: () => holding(3, 422) },
  { name: 'an order settles by being polled', change: settlesByPolls },
  {
    name: 'a call in five is one too many',
    change: () => blips({ failure: 429, place: 'calls', rhythm: 5 }),
  },
]

function editPause(change: (seconds: number) => number): Middleware {
  return editSummary((summary) => {
    const seconds = summary.pollAfterSeconds
    return typeof seconds === 'number' ? { ...summary, pollAfterSeconds: change(seconds) } : summary
  })
}

function createdAtFirst(): Middleware {
  const seen = new Set<string>()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const body = await request.clone().text()
    const response = await forward(request)
    const status = response.ok && !seen.has(body) ? 201 : response.status
    seen.add(body)
    return new Response(response.body, { status, headers: response.headers })
  }
}

function inTurn(): Middleware {
  const last = new Map<string, Promise<unknown>>()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const body = await request.clone().text()
    const turn = (last.get(body) ?? Promise.resolve()).then(() => forward(request))
    last.set(
      body,
      turn.then(() => pause(2)),
    )
    return turn
  }
}

const IN_PROGRESS_MS = 300

/** Asks to come again a second later while a purchase is in progress. */
function oneInProgress(clock: Clock): Middleware {
  const endsMs = new Map<string, number>()
  return ofPurchases(async ({ partnerReference }, request, forward) => {
    const known = endsMs.get(partnerReference)
    if (known !== undefined && clock.now() < known)
      return new Response(null, { status: 409, headers: { 'Retry-After': '1' } })
    if (known === undefined) endsMs.set(partnerReference, clock.now() + IN_PROGRESS_MS)
    return forward(request)
  })
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Checks the connection before it makes a purchase, which takes longer if the client went away. */
function madeAfter(milliseconds: number, isMadeAnyway: boolean): Middleware {
  return ofPurchases(async (order, request, forward) => {
    const kept = new Request(request.url, {
      method: 'POST',
      headers: request.headers,
      body: JSON.stringify(order),
    })
    await new Promise((resolve) => setImmediate(resolve))
    if (!request.signal.aborted) return forward(kept)
    await pause(milliseconds)
    return isMadeAnyway ? forward(kept) : refusal(500)
  })
}

/** Holds so many of each card, or of one, and refuses a new reference of it from then on. */
function holding(cards: number, status: number, only?: string): Middleware {
  const sold = new Map<string, Set<string>>()
  return ofPurchases(async ({ partnerReference, sku }, request, forward) => {
    const known = sold.get(sku) ?? new Set()
    const isHeld = known.has(partnerReference) || known.size < cards
    if (!isHeld && (only ?? sku) === sku) return refusal(status)
    sold.set(sku, known.add(partnerReference))
    return forward(request)
  })
}

const POLLS_TO_SETTLE = 2

/** An order that was PROCESSING says that it is settled from its third poll on. */
function settlesByPolls(clock: Parameters<ConformingServer['change']>[0]): Middleware {
  return withHistory(
    async ({ kind, request, order, nth }, forward) => {
      const response = await forward(request)
      const text = await response.text()
      const isFirst = kind === 'purchase' && nth === 1
      const polls = kind === 'lookup' ? nth - 1 : order.lookups
      if (!response.ok || isFirst || order.saidSettled || polls >= POLLS_TO_SETTLE)
        return new Response(text, response)
      const status = statusIn(text) ?? ''
      return new Response(
        text.replace(`{"status":"${status}"}`, '{"status":"PROCESSING","pollAfterSeconds":1}'),
        response,
      )
    },
    { clock },
  )
}
