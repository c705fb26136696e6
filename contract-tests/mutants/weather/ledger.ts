import type { Clock } from '../../../contract/clock.ts'
import { statusIn } from '../cells/history.ts'
import { type Forward, lookedUpReference, lookUpAs, type Middleware, purchaseIn } from '../middleware.ts'

/** A rise or a fall of the mock's balance by the price of one card. Amounts are in cents, times in milliseconds. */
export type Movement = {
  readonly cents: number
  readonly at: number
  /** The order that was being bought when the balance fell. */
  readonly reference: string
  /** When the order was first seen to be settled. */
  settledAt: number | null
  hasFailed: boolean
  /** Whether the money came back. */
  isReturned: boolean
}

/** When a balance is read. */
export type Reading = {
  readonly now: number
  /** Milliseconds since the server was started. */
  readonly sinceMs: number
  /** Calls of every kind, with this one. */
  readonly calls: number
  /** Readings of the balance, with this one. */
  readonly readings: number
}

/** How a server keeps its money in another way than the mock. */
export type MoneyWeather = {
  /** Cents that the balance shows beyond the mock's. */
  readonly more: (movements: readonly Movement[], reading: Reading) => number
  /** Whether it looks its orders up before a balance is read, to know which are settled. */
  readonly looksUp?: boolean
  /** The price of a card after so many purchases; the mock's is 1. */
  readonly priceAfter?: (purchases: number) => number
}

type Account = { balance: number; readonly movements: Movement[] }

/** The movements that are purchases. */
export function purchasesIn(movements: readonly Movement[]): readonly Movement[] {
  return movements.filter(({ cents }) => cents < 0)
}

/** Keeps a ledger of what the mock's balance does, and shows the amounts that the weather makes of it. */
export function keepingLedger(weather: MoneyWeather, clock: Clock): Middleware {
  const { more, looksUp = false, priceAfter = () => 1 } = weather
  const startedAt = clock.now()
  const accounts = new Map<string, Account>()
  const counts = { calls: 0, readings: 0 }
  /** What was bought last. */
  const latest = { price: 2500, reference: '' }

  return async (request, forward, operation) => {
    counts.calls += 1
    const key = request.headers.get('Authorization') ?? ''
    if (!accounts.has(key)) note(key, await amountAt('/balance', key, request, forward))
    if (operation === 'createOrder') return purchase(request, forward)
    if (operation === 'getBalance') return readBalance(key, request, forward)
    const response = await forward(request)
    if (operation === 'lookupOrder') await settle(lookedUpReference(request), response)
    if (operation !== 'getPrice') return response
    const level = priceAfter(purchasesIn(movementsOf(key)).length)
    return withAmount(response, (cents) => cents * level)
  }

  function movementsOf(key: string): readonly Movement[] {
    return accounts.get(key)?.movements ?? []
  }

  async function readBalance(key: string, request: Request, forward: Forward): Promise<Response> {
    counts.readings += 1
    if (looksUp)
      for (const { settledAt, reference } of purchasesIn(movementsOf(key)))
        if (settledAt === null) await settle(reference, await lookUpAs(request, forward, reference))
    const response = await forward(request)
    note(key, await amountIn(response))
    const now = clock.now()
    const added = more(movementsOf(key), { now, sinceMs: now - startedAt, ...counts })
    return withAmount(response, (cents) => cents + added)
  }

  async function purchase(request: Request, forward: Forward): Promise<Response> {
    const order = await purchaseIn(request)
    if (order === undefined) return forward(request)
    latest.reference = order.partnerReference
    const response = await forward(request)
    // Every account: what is refused to one key may be charged to another.
    for (const key of accounts.keys()) {
      const path = `/products/${encodeURIComponent(order.sku)}/price`
      latest.price = (await amountAt(path, key, request, forward)) ?? latest.price
      note(key, await amountAt('/balance', key, request, forward))
    }
    await settle(order.partnerReference, response)
    return response
  }

  /** Notes how a balance has moved since it was read last. */
  function note(key: string, balance: number | undefined): void {
    if (balance === undefined) return
    const account = accounts.get(key) ?? { balance, movements: [] }
    accounts.set(key, account)
    const moved = balance - account.balance
    account.balance = balance
    const cards = moved === 0 ? 0 : Math.max(1, Math.round(Math.abs(moved) / latest.price))
    for (let card = 0; card < cards; card += 1) move(account.movements, moved / cards)
  }

  function move(movements: Movement[], cents: number): void {
    // An order that is known to be a success keeps its money.
    const open = purchasesIn(movements).filter(
      ({ isReturned, hasFailed, settledAt }) => !isReturned && (hasFailed || settledAt === null),
    )
    const returned = open.find(({ hasFailed }) => hasFailed) ?? open.find((fall) => fall.cents === -cents)
    if (cents > 0 && returned !== undefined) returned.isReturned = true
    const { reference } = latest
    movements.push({
      cents,
      at: clock.now(),
      reference,
      settledAt: null,
      hasFailed: false,
      isReturned: false,
    })
  }

  /** Notes that an order is settled, if an answer says so. */
  async function settle(reference: string, answer: Response): Promise<void> {
    const status = answer.ok ? statusIn(await answer.clone().text()) : null
    if (status === null || status === 'PROCESSING') return
    for (const { movements } of accounts.values())
      for (const fall of purchasesIn(movements).filter((one) => one.reference === reference)) {
        fall.settledAt ??= clock.now()
        fall.hasFailed ||= status === 'FAILED'
      }
  }
}

/** The amount of a price or a balance, asked for with a key. */
async function amountAt(path: string, key: string, { url }: Request, forward: Forward) {
  return amountIn(await forward(new Request(new URL(path, url), { headers: { Authorization: key } })))
}

const AMOUNT = /(?<="amount":")[\d.-]+/

async function amountIn(answer: Response): Promise<number | undefined> {
  const amount = answer.ok ? AMOUNT.exec(await answer.clone().text())?.[0] : undefined
  return amount === undefined ? undefined : Math.round(Number(amount) * 100)
}

/** An answer with another amount, if it has one. */
async function withAmount(answer: Response, change: (cents: number) => number): Promise<Response> {
  const cents = await amountIn(answer)
  if (cents === undefined) return answer
  const text = await answer.text()
  return new Response(text.replace(AMOUNT, (Math.round(change(cents)) / 100).toFixed(2)), answer)
}
