import { randomBytes } from 'node:crypto'
import { request } from './http.mjs'

const {
  SERVICE_BASE_URL: baseUrl,
  SERVICE_PARTNER_API_KEY: apiKey,
  SERVICE_SKU: sku,
  SERVICE_PURCHASES: purchases = '1',
} = process.env

/** How often in a row an answer may be missing before the outcome counts as unknown. */
const MOST_FAILURES = 8
/** `pollAfterSeconds` is a lower bound: waiting longer is allowed. */
const WAIT_FACTOR = 1.5

/** A service that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_SECONDS = 300

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** One request. `data` is undefined unless the answer is a success that arrived whole. */
async function call(method, path, body) {
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const answer = await request(`${baseUrl}${path}`, { method, headers, body })
    const isSuccess = answer.status >= 200 && answer.status < 300
    return { ...answer, data: isSuccess ? JSON.parse(answer.body).data : undefined }
  } catch {
    return { status: null, headers: new Map(), data: undefined }
  }
}

/** The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none. */
function askedSeconds({ headers }) {
  const asked = headers.get('retry-after') ?? ''
  return Number(asked) || (Date.parse(asked) - Date.now()) / 1000 || 0
}

/** Half a second, then twice as long after each failure, up to 8 seconds. */
const backoffMs = (failures) => Math.min(500 * 2 ** (failures - 1), 8_000)

const isSettled = (summary) => typeof summary?.status === 'string' && summary.status !== 'PROCESSING'

/** Whether a refusal can be taken at its word: one of a purchase that may be recorded already says nothing of that. */
function isFinal(status, mayBeRecorded) {
  if (status === 401 || status === 403) return true
  return status >= 400 && status < 500 && status !== 429 && !mayBeRecorded
}

/** The summary of a purchase is one level deeper than that of a lookup. */
async function send(partnerReference) {
  const answer = await call('POST', '/orders', JSON.stringify({ partnerReference, sku }))
  return { ...answer, summary: answer.data?.order?.order }
}

async function lookUp(partnerReference) {
  const answer = await call('GET', `/orders/${encodeURIComponent(partnerReference)}`)
  return { ...answer, summary: answer.data?.order }
}

/**
 * Buys one card. The identical body is always the same purchase, so that one request serves as
 * purchase, as retry and as poll. Where an answer is missing, one lookup asks first whether the order is known.
 */
async function buy(partnerReference) {
  let ask = send
  let mayBeRecorded = false
  let failures = 0
  let intervalMs = 0
  while (failures < MOST_FAILURES) {
    const answer = await ask(partnerReference)
    const { summary, status } = answer
    if (isSettled(summary)) return summary.status
    if (isFinal(status, mayBeRecorded)) break
    mayBeRecorded ||= status !== 429
    const isProcessing = Number.isFinite(summary?.pollAfterSeconds)
    ask = isProcessing || ask === lookUp || status === 429 ? send : lookUp
    failures = isProcessing ? 0 : failures + 1
    if (isProcessing) intervalMs = summary.pollAfterSeconds * 1000 * WAIT_FACTOR
    const seconds = askedSeconds(answer)
    if (seconds > LONGEST_PAUSE_SECONDS)
      throw outcomeUnknown(partnerReference, `in ${Math.ceil(seconds)} seconds`)
    await sleep(isProcessing ? intervalMs : Math.max(intervalMs, seconds * 1000, backoffMs(failures)))
  }
  throw mayBeRecorded
    ? outcomeUnknown(partnerReference, 'later')
    : new Error(`${partnerReference} was refused.`)
}

function outcomeUnknown(reference, when) {
  return new Error(
    `The outcome of ${reference} is unknown. Send it again ${when}; do not buy under a new reference.`,
  )
}

async function read(path) {
  const { data, status } = await call('GET', path)
  if (data === undefined)
    throw new Error(`GET ${path} was not answered as expected (${status ?? 'no answer'}).`)
  return data
}

/** Amounts are decimal strings: their hundredths are compared, as integers. */
const hundredths = ({ amount }) => Math.round(Number(amount) * 100)

async function main() {
  if ((await read('/ping')).status !== 'ok') throw new Error('The service is not ok.')
  const { products } = await read('/products')
  if (!products.some((product) => product.sku === sku)) throw new Error(`${sku} is not in the catalogue.`)
  // One reference for each intended purchase, made of its order: the same again, should this be started again.
  const run = process.env.SERVICE_ORDER_LABEL ?? randomBytes(4).toString('hex')
  for (let number = 1; number <= Number(purchases); number += 1) {
    const { price } = await read(`/products/${encodeURIComponent(sku)}/price`)
    const { balance } = await read('/balance')
    if (!(hundredths(balance) >= hundredths(price))) throw new Error('The balance is too small.')
    const status = await buy(`SHOP:${run}-${number}`)
    console.log(`SHOP:${run}-${number}: ${status}`)
    if (status !== 'COMPLETED') throw new Error('It was not bought.')
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
