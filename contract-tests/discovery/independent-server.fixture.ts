import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { Account, type Summary, summaryOf } from '../../testing/model/account.fixture.ts'
import { orderIn } from '../../testing/model/documented-service.fixture.ts'

/** How one operator fills the gaps of the reference. The dialect writes every body in full. */
export type Dialect = {
  /** Prices of the cards, in minor units. */
  readonly cards: Readonly<Record<string, number>>
  readonly openingBalance: number
  readonly keyOf: (headers: IncomingMessage['headers']) => string | undefined
  /** The reference that a GET asks for; undefined if it is not a lookup. */
  readonly lookedUp: (url: URL) => string | undefined
  readonly ping: unknown
  readonly catalogue: (skus: readonly string[]) => unknown
  readonly price: (sku: string, units: number) => unknown
  readonly balance: (units: number) => unknown
  readonly settled: (sku: string) => string
  readonly purchase: (summary: Summary) => unknown
  readonly lookup: (summary: Summary) => unknown
  readonly refusal: (kind: RefusalKind) => Reply
  /** Paths that answer like a lookup, but are not one. */
  readonly decoy?: (url: URL, latest: Summary | undefined) => unknown
}

type Reply = readonly [status: number, body: unknown]

/** Why a request is refused. */
export type RefusalKind = 'unauthenticated' | 'notFound' | 'invalidBody' | 'conflict' | 'insufficient'

/** Special circumstances of one test. */
export type Circumstances = {
  /** Whether ping needs no key. */
  readonly isPingPublic?: boolean
  /** The one issued key; any TEST key by default. */
  readonly key?: string
  /** How many answers to purchases are lost at first, after the order was recorded. */
  readonly lostAnswers?: number
  /** How long an order is PROCESSING, in milliseconds. */
  readonly processingMs?: number
  /** Whether the connection of a caller without a key is closed. */
  readonly closesWithoutKey?: boolean
  /** How many requests are answered with 429 at first, with a Retry-After of 7 s. */
  readonly busy?: number
  /** Whether every answer begins with a byte-order mark. */
  readonly isMarked?: boolean
  readonly now?: () => number
}

/** A request as it arrived. */
export type Arrival = {
  readonly method: string
  readonly target: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly at: number
}

/** A running server, and what it saw. */
export type IndependentServer = {
  readonly url: string
  readonly arrivals: Arrival[]
  /** The largest number of requests in progress at the same time. */
  mostInFlight(): number
  close(): Promise<void>
}

/**
 * A server that follows the reference in its dialect. It uses the model for orders and money, and no other code of this
 * kit.
 */
export async function independentServer(
  dialect: Dialect,
  circumstances: Circumstances = {},
): Promise<IndependentServer> {
  const { now = () => performance.now(), processingMs = 1000 } = circumstances
  const accounts = new Map<string, Account>()
  const arrivals: Arrival[] = []
  let inFlight = 0
  let mostInFlight = 0
  let lost = 0

  const server = createServer(async (request, response) => {
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    response.on('close', () => (inFlight -= 1))
    const { method = '', url = '', headers } = request
    const arrival = { method, target: url, headers, body: await textOf(request), at: now() }
    arrivals.push(arrival)
    // Requests that are under way arrive before this one is answered.
    await turn()
    if (circumstances.closesWithoutKey === true && dialect.keyOf(headers) === undefined) {
      request.socket.destroy()
      return
    }
    if (arrivals.length <= (circumstances.busy ?? 0)) {
      response.writeHead(429, { 'Retry-After': '7' }).end()
      return
    }
    const [status, answered] = answer(arrival)
    const isPurchase = status === 200 && method === 'POST'
    if (isPurchase && lost < (circumstances.lostAnswers ?? 0)) {
      lost += 1
      request.socket.destroy()
      return
    }
    const mark = circumstances.isMarked === true ? '\ufeff' : ''
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(mark + JSON.stringify(answered))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/partner-api`,
    arrivals,
    mostInFlight: () => mostInFlight,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }

  function answer({ method, target, headers, body }: Arrival): Reply {
    const url = new URL(target, 'http://localhost')
    const path = url.pathname.replace(/^\/partner-api/, '')
    const operation = `${method} ${path}`
    const key = dialect.keyOf(headers)
    if (operation === 'GET /ping' && circumstances.isPingPublic === true) return [200, dialect.ping]
    if (key?.startsWith('pk_test_') !== true || key !== (circumstances.key ?? key))
      return dialect.refusal('unauthenticated')
    const account = accounts.get(key) ?? new Account(dialect.openingBalance)
    accounts.set(key, account)
    if (operation === 'GET /ping') return [200, dialect.ping]
    if (operation === 'GET /products') return [200, dialect.catalogue(Object.keys(dialect.cards))]
    if (operation === 'GET /balance') return [200, dialect.balance(account.available(now()))]
    if (operation === 'POST /orders') return buy(account, body)
    const found = method === 'GET' ? (priceAt(path) ?? ordersAt(url, account)) : undefined
    return found === undefined ? dialect.refusal('notFound') : [200, found]
  }

  function priceAt(path: string): unknown {
    const sku = decodeURIComponent(/^\/products\/([^/]+)\/price$/.exec(path)?.[1] ?? '')
    const units = dialect.cards[sku]
    return units && dialect.price(sku, units)
  }

  function ordersAt(url: URL, { orders }: Account): unknown {
    const order = orders.get(dialect.lookedUp(url) ?? '')
    const latest = [...orders.values()].at(-1)
    if (order !== undefined) return dialect.lookup(summaryOf(order, now()))
    return dialect.decoy?.(url, latest && summaryOf(latest, now()))
  }

  function buy(account: Account, text: string): Reply {
    const ordered = orderIn(text)
    if (ordered === undefined) return dialect.refusal('invalidBody')
    const price = dialect.cards[ordered.sku]
    if (price === undefined) return dialect.refusal('notFound')
    const processing = [{ forSeconds: processingMs / 1000, pollAfterSeconds: 1 }]
    const course = { processing, settles: { state: dialect.settled(ordered.sku) } }
    const placed = account.place({ ...ordered, price, course }, now())
    if (placed.kind === 'conflict') return dialect.refusal('conflict')
    if (!('order' in placed)) return dialect.refusal('insufficient')
    return [200, dialect.purchase(summaryOf(placed.order, now()))]
  }
}
