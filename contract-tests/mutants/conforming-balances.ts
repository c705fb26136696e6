import type { Clock } from '../../contract/clock.ts'
import type { ConformingServer } from './broken-server.ts'
import { edit, type Forward, lookUpAs, type Middleware, purchaseIn, refusal } from './middleware.ts'

/** Servers that charge in another way than the mock (gap `funds-movement`), and must pass. */
export const CONFORMING_BALANCES: readonly ConformingServer[] = [
  {
    name: 'an order is debited when it settles',
    change: () => holdingBack(({ status }) => status === 'PROCESSING'),
  },
  {
    name: 'a failed order is paid for',
    change: () => holdingBack(({ status }) => status === 'FAILED', -1),
  },
  { name: 'the balance is read from a cache', change: cached },
  { name: 'the balance covers four cards', change: () => coveringCards(4) },
  { name: 'the balance covers eight cards', change: () => coveringCards(8) },
]

/** Refuses every reference that it does not know as soon as so many cards are sold. */
function coveringCards(cards: number): Middleware {
  const sold = new Set<string>()
  return async (request, forward, operation) => {
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (order === undefined || sold.has(order.partnerReference)) return forward(request)
    if (sold.size >= cards) return refusal(402)
    sold.add(order.partnerReference)
    const response = await forward(request)
    if (!response.ok) sold.delete(order.partnerReference)
    return response
  }
}

/** What a card of the scenarios costs, in the mock's default form. */
const PRICE = 25

type Summary = { readonly status: string }

/** Shows the balance without the charges for some orders, or with these charges counted twice. */
function holdingBack(isHeldBack: (summary: Summary) => boolean, times = 1): Middleware {
  const references = new Set<string>()
  return async (request, forward, operation) => {
    if (operation === 'getBalance') {
      const held = (await Promise.all([...references].map((one) => summaryOf(one, request, forward)))).filter(
        (summary) => summary !== undefined && isHeldBack(summary),
      )
      return edit('getBalance', (body) => withMore(body, times * held.length * PRICE))(
        request,
        forward,
        operation,
      )
    }
    const order = operation === 'createOrder' ? await purchaseIn(request) : undefined
    const response = await forward(request)
    if (order !== undefined && response.ok) references.add(order.partnerReference)
    return response
  }
}

async function summaryOf(
  reference: string,
  request: Request,
  forward: Forward,
): Promise<Summary | undefined> {
  const answer = await lookUpAs(request, forward, reference)
  return answer.ok ? ((await answer.json()) as { data: { order: Summary } }).data.order : undefined
}

function withMore(body: object, more: number) {
  const { data } = body as { data: { balance: { amount: string } } }
  const amount = (Number(data.balance.amount) + more).toFixed(2)
  return { data: { ...data, balance: { ...data.balance, amount } } }
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
