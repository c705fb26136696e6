import { randomBytes } from 'node:crypto'
import { request } from '../node-raw-socket/http.mjs'
import { NEXT } from './behaviour.mjs'

const MOST_SENDINGS = 3
const MOST_FAILED_POLLS = 15
const TIMEOUT_MS = 5_000
// What is read before a purchase is never held back: only a busy machine makes it late.
const READ_TIMEOUT_MS = 60_000

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Buys what the environment asks for, by some behaviour.
 *
 * @returns the exit code: 0 when it believes that every card is bought.
 */
export async function runClient(behaviour, environment) {
  const { SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku, SERVICE_PURCHASES } = environment
  const call = caller(behaviour, SERVICE_BASE_URL, key)
  const run = randomBytes(4).toString('hex')
  try {
    await readAll(behaviour.readsFirst, call, sku)
    await behaviour.beforePurchases({ call, sku })
    for (let number = 1; number <= Number(SERVICE_PURCHASES ?? 1); number += 1) {
      const status = await buy({ behaviour, call, key, run, sku, number })
      if (status !== 'COMPLETED') return 1
    }
    await readAll(behaviour.readsLast, call, sku)
    return 0
  } catch (error) {
    console.error(error.message)
    return 1
  }
}

/** One request. Without a whole answer its status is 0; it throws when the key is refused, as then all is over. */
function caller(behaviour, baseUrl, key) {
  const send = sender(behaviour, baseUrl, key)
  return async function call(method, path, document) {
    const answer = await send(method, path, document)
    if (answer.status === 401 || answer.status === 403) throw new Error('The key is refused.')
    return answer
  }
}

function sender(behaviour, baseUrl, key) {
  return async function send(method, path, document) {
    const body = document === undefined ? undefined : JSON.stringify(document)
    const headers = {
      Authorization: `Bearer ${key}`,
      'User-Agent': 'node',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const timeoutMs = path.startsWith('/orders') ? TIMEOUT_MS : READ_TIMEOUT_MS
    try {
      const url = `${baseUrl}${behaviour.target(path, key)}`
      const answer = await request(url, { method, headers, body, timeoutMs })
      const isSuccess = answer.status >= 200 && answer.status < 300
      const data = isSuccess ? JSON.parse(answer.body).data : undefined
      return { status: answer.status, retryAfter: secondsOf(answer.headers.get('retry-after') ?? ''), data }
    } catch {
      return { status: 0, retryAfter: 0, data: undefined }
    }
  }
}

/** The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none. */
const secondsOf = (asked) => Number(asked) || Math.max(0, (Date.parse(asked) - Date.now()) / 1000) || 0

const READS = {
  ping: (call) => call('GET', '/ping'),
  products: async (call, sku) => {
    const { data } = await call('GET', '/products')
    if (!data.products.some((product) => product.sku === sku))
      throw new Error(`${sku} is not in the catalogue.`)
  },
  price: async (call, sku) => (await call('GET', `/products/${encodeURIComponent(sku)}/price`)).data.price,
  balance: async (call) => (await call('GET', '/balance')).data.balance,
}

async function readAll(names, call, sku) {
  const readings = {}
  for (const name of names) readings[name] = await READS[name](call, sku)
  const { price, balance } = readings
  if (price && balance && Number(balance.amount) < Number(price.amount))
    throw new Error('The balance does not cover the price.')
}

async function buy(purchase) {
  const placed = await place(purchase)
  return placed.summary === undefined ? 'UNKNOWN' : follow(purchase, placed)
}

/** Sends the purchase until there is a summary, or until nothing helps. */
async function place({ behaviour, call, key, ...purchase }) {
  let renewal = 0
  for (let sending = 1; sending <= MOST_SENDINGS; sending += 1) {
    const facts = { ...purchase, key, sending, renewal }
    const order = { partnerReference: behaviour.reference(facts), sku: behaviour.skuToBuy(facts) }
    const answer = await call('POST', '/orders', behaviour.body(order))
    const summary = answer.data === undefined ? undefined : behaviour.readPurchase(answer.data)
    if (summary?.status !== undefined) return { order, summary }
    const isRateLimited = answer.status === 429
    if (answer.status >= 400 && answer.status < 500 && !isRateLimited) return {}
    await sleep(Math.max(answer.retryAfter * 1000, 500 * sending))
    const next = isRateLimited ? NEXT.resend : behaviour.afterLoss()
    const found = next === NEXT.lookUp ? await lookUp(call, order, behaviour) : undefined
    if (found !== undefined) return { order, summary: found }
    if (next === NEXT.buyAgain) renewal += 1
  }
  return {}
}

async function lookUp(call, { partnerReference }, behaviour) {
  const { data } = await call('GET', `/orders/${encodeURIComponent(partnerReference)}`)
  return data === undefined ? undefined : behaviour.readLookup(data)
}

/** Polls until the order is settled, by the behaviour; returns its last status. */
async function follow({ behaviour, call }, { order, summary: first }) {
  let latest = first
  let failed = 0
  for (let polls = 0; latest.status === 'PROCESSING'; polls += 1) {
    if (polls >= behaviour.mostPolls || failed > MOST_FAILED_POLLS) return latest.status
    await sleep(behaviour.waitMs({ latest, first }))
    const found = await lookUp(call, order, behaviour)
    failed = found === undefined ? failed + 1 : 0
    // A state without an interval is waited for at the last one that there was.
    if (found !== undefined) latest = { pollAfterSeconds: latest.pollAfterSeconds, ...found }
  }
  return latest.status
}
