import { randomBytes } from 'node:crypto'
import { NEXT } from './conduct.mjs'

const MOST_SENDINGS = 3
const MOST_FAILED_POLLS = 15

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Buys what the environment asks for, by some conduct.
 *
 * @returns the exit code: 0 when it takes every card for bought.
 */
export async function runClient(conduct, environment) {
  const { SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku, SERVICE_PURCHASES } = environment
  const call = caller(conduct, SERVICE_BASE_URL, key)
  const run = randomBytes(4).toString('hex')
  try {
    await readAll(conduct.readsFirst, call, sku)
    await conduct.beforePurchases({ call, sku })
    for (let number = 1; number <= Number(SERVICE_PURCHASES ?? 1); number += 1) {
      const status = await buy({ conduct, call, key, run, sku, number })
      if (!conduct.isSuccess(status)) return 1
    }
    await readAll(conduct.readsLast, call, sku)
    return 0
  } catch (error) {
    console.error(error.message)
    return 1
  }
}

/** One request. Without a whole answer its status is 0; it throws when the key is refused, as then all is over. */
function caller(conduct, baseUrl, key) {
  const send = sender(conduct, baseUrl, key)
  return async function call(method, path, document) {
    const answer = await send(method, path, document)
    if (answer.status === 401 || answer.status === 403) throw new Error('The key is refused.')
    return answer
  }
}

function sender(conduct, baseUrl, key) {
  return async function send(method, path, document) {
    const body = document === undefined ? undefined : JSON.stringify(document)
    const headers = {
      ...conduct.headers(key),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const signal = AbortSignal.timeout(conduct.timeoutMs)
    try {
      const response = await fetch(`${baseUrl}${conduct.target(path, key)}`, {
        method,
        headers,
        body,
        signal,
      })
      const text = await response.text()
      const data = response.ok ? JSON.parse(text).data : undefined
      return { status: response.status, retryAfter: Number(response.headers.get('Retry-After')), data }
    } catch (error) {
      return { status: 0, retryAfter: 0, data: undefined, isTimeout: error.name === 'TimeoutError' }
    }
  }
}

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
  if (price && balance && Number(balance.amount) < Number(price.amount)) throw new Error('Too dear.')
}

async function buy(purchase) {
  const { conduct, call } = purchase
  const placed = await place(purchase)
  if ('ends' in placed) return placed.ends
  const status = await follow(purchase, placed)
  await conduct.afterSettled({ call, order: placed.order })
  return status
}

/** Sends the purchase until there is a summary, or until the conduct has it end. */
async function place(purchase) {
  const { conduct, call, key } = purchase
  let renewal = purchase.renewal ?? 0
  for (let sending = 1; sending <= MOST_SENDINGS; sending += 1) {
    const facts = { ...purchase, sending, renewal }
    const order = { partnerReference: conduct.reference(facts), sku: conduct.skuToBuy(facts) }
    const body = conduct.body(order, { key, sending })
    const answer = await call('POST', '/orders', body)
    const summary = answer.data === undefined ? undefined : conduct.readPurchase(answer.data)
    if (summary?.status !== undefined) return { order, body, renewal, summary }
    let next = nextAfter(answer, conduct)
    if (next === NEXT.fail || next === NEXT.succeed)
      return { ends: next === NEXT.succeed ? 'COMPLETED' : 'LOST' }
    await sleep(Math.max(answer.retryAfter * 1000, 500 * sending))
    if (next === NEXT.lookUp) {
      const found = await lookUp(call, order, conduct)
      if (found !== undefined) return { order, body, renewal, summary: found }
      next = conduct.afterNotFound()
    }
    if (next === NEXT.buyAnew) renewal += 1
  }
  return { ends: 'UNKNOWN' }
}

function nextAfter(answer, conduct) {
  if (answer.status === 429) return conduct.afterRateLimit()
  return answer.status >= 400 && answer.status < 500 ? NEXT.fail : conduct.afterLoss(answer)
}

async function lookUp(call, { partnerReference }, conduct) {
  const { data } = await call('GET', `/orders/${encodeURIComponent(partnerReference)}`)
  return data === undefined ? undefined : conduct.readLookup(data)
}

async function resend(call, body, conduct) {
  const { data } = await call('POST', '/orders', body)
  return data === undefined ? undefined : conduct.readPurchase(data)
}

/** Polls until the order is settled, as the conduct has it; gives its last status. */
async function follow(purchase, { order, body, renewal, summary: first }) {
  const { conduct, call } = purchase
  let latest = first
  let failed = 0
  for (let polls = 0; conduct.isOpen(latest.status); polls += 1) {
    if (polls >= conduct.mostPolls || failed > MOST_FAILED_POLLS) return latest.status
    const pace = { latest, first, polls }
    await sleep(failed > 0 ? conduct.waitAfterFailedPollMs(pace) : conduct.waitMs(pace))
    const poll = conduct.pollBy === 'resend' ? resend(call, body, conduct) : lookUp(call, order, conduct)
    const found = await poll
    failed = found === undefined ? failed + 1 : 0
    // A state without an interval is waited for at the last one that there was.
    if (found !== undefined) latest = { pollAfterSeconds: latest.pollAfterSeconds, ...found }
    else if (conduct.afterFailedPoll() === NEXT.fail) return 'LOST'
    else if (conduct.afterFailedPoll() === NEXT.buyAnew) return buy({ ...purchase, renewal: renewal + 1 })
  }
  return latest.status
}
