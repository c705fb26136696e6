import type { Clock } from '../../contract/clock.ts'
import type { ConformingServer } from './broken-server.ts'
import { type Middleware, ofPurchases, refusal } from './middleware.ts'
import { keepingLedger } from './weather/ledger.ts'
import { debitedAfter, free, keptWhereFailed } from './weather/money.ts'

/** Servers that charge in another way than the mock (gap `funds-movement`), and must pass. */
export const CONFORMING_BALANCES: readonly ConformingServer[] = [
  {
    name: 'an order is debited when it settles',
    change: (clock) => keepingLedger(debitedAfter(0), clock),
  },
  { name: 'a failed order is paid for', change: (clock) => keepingLedger(keptWhereFailed(), clock) },
  {
    name: 'the first two cards are free',
    change: (clock) =>
      keepingLedger(
        free((nth) => nth < 2),
        clock,
      ),
  },
  {
    name: 'every third card is free',
    change: (clock) =>
      keepingLedger(
        free((nth) => nth % 3 === 2),
        clock,
      ),
  },
  { name: 'the balance is read from a cache', change: cached },
  { name: 'the balance covers four cards', change: () => coveringCards(4) },
  { name: 'the balance covers eight cards', change: () => coveringCards(8) },
  { name: 'six cards may be bought a day (422)', change: () => coveringCards(6, 422) },
  { name: 'four cards may be bought a day (409)', change: () => coveringCards(4, 409) },
]

/** Refuses every reference that it does not know as soon as so many cards are sold. */
function coveringCards(cards: number, status = 402): Middleware {
  const sold = new Set<string>()
  return ofPurchases(async ({ partnerReference }, request, forward) => {
    if (sold.has(partnerReference)) return forward(request)
    if (sold.size >= cards) return refusal(status)
    sold.add(partnerReference)
    const response = await forward(request)
    if (!response.ok) sold.delete(partnerReference)
    return response
  })
}

const CACHED_MS = 500

/** Reads a balance at most twice a second. */
function cached(clock: Clock): Middleware {
  let last: { readonly text: string; readonly at: number } | undefined
  return async (request, forward, operation) => {
    if (operation !== 'getBalance') return forward(request)
    const response = await forward(request)
    if (!response.ok) return response
    const text = await response.text()
    if (last === undefined || clock.now() - last.at >= CACHED_MS) last = { text, at: clock.now() }
    return new Response(last.text, { headers: { 'Content-Type': 'application/json' } })
  }
}
