// Buys SERVICE_PURCHASES cards of SERVICE_SKU. Node 20.10 or newer, with nothing to install.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const { SERVICE_BASE_URL: base, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku } = process.env
const { ORDER_STORE: store = 'orders', SERVICE_ORDER_LABEL: label = '1001' } = process.env

// Call
/** The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none. */
const secondsOf = (asked) => Number(asked) || Math.max(0, (Date.parse(asked) - Date.now()) / 1000) || 0

/** Status, data and Retry-After of an answer; status 0 where no whole answer came. */
async function call(method, path, order) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const body = order === undefined ? undefined : JSON.stringify(order)
  const signal = AbortSignal.timeout(5_000)
  try {
    // A redirect would take the key elsewhere.
    const answer = await fetch(base + path, { method, headers, body, signal, redirect: 'manual' })
    const wait = secondsOf(answer.headers.get('Retry-After') ?? '')
    return { status: answer.status, wait, data: answer.ok ? (await answer.json()).data : undefined }
  } catch {
    return { status: 0, wait: 0 }
  }
}

/** Waits so many seconds, or as long as an answer asks for. Beyond five minutes it gives up, and says when to start again. */
async function pause(reference, { wait }, seconds) {
  if (wait > 300) throw unknown(reference, `in ${Math.ceil(wait)} seconds`)
  await sleep(1000 * Math.max(wait, seconds))
}

const unknown = (reference, when) =>
  new Error(`It is unknown whether ${reference} was bought. Start again ${when}: its reference is stored.`)

// Look up
async function lookUp(reference) {
  const { data, wait } = await call('GET', `/orders/${encodeURIComponent(reference)}`)
  return { wait, summary: data?.order?.status === undefined ? undefined : data.order }
}

// Store
/** The reference of an order, in a file before anything is sent; and whether it was there already. */
function stored(orderNumber) {
  mkdirSync(store, { recursive: true })
  const file = `${store}/${orderNumber}.json`
  if (existsSync(file)) return { ...JSON.parse(readFileSync(file, 'utf8')), isKnown: true }
  const reference = `SHOP:${orderNumber}`
  writeFileSync(`${file}.tmp`, JSON.stringify({ orderNumber, reference, sku }), { flush: true })
  renameSync(`${file}.tmp`, file)
  return { reference, isKnown: false }
}

/** An amount such as "25.00", in hundredths. */
const hundredths = ({ amount }) => Math.round(Number(amount) * 100)

// Prepare
async function prepare() {
  if ((await call('GET', '/ping')).data?.status !== 'ok') throw new Error('The service is not ok.')
  const { products } = (await call('GET', '/products')).data
  if (!products.some((product) => product.sku === sku)) throw new Error(`${sku} is not in the catalogue.`)
  const price = await call('GET', `/products/${encodeURIComponent(sku)}/price`)
  const balance = await call('GET', '/balance')
  if (hundredths(balance.data.balance) < hundredths(price.data.price))
    throw new Error('The balance is too small.')
}

// Place
async function place(reference, isKnown) {
  const order = { partnerReference: reference, sku }
  let mayBeBought = isKnown
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const sent = await call('POST', '/orders', order)
    if (sent.data?.order?.order?.status !== undefined) return sent.data.order.order
    const isRefused = sent.status >= 400 && sent.status < 500 && sent.status !== 429
    if (isRefused && !mayBeBought) throw new Error(`${reference} was refused: ${sent.status}`)
    mayBeBought ||= sent.status !== 429 // No answer is no refusal.
    await pause(reference, sent, Math.min(0.5 * 2 ** attempt, 8))
    if (!mayBeBought) continue
    const found = await lookUp(reference)
    if (found.summary !== undefined) return found.summary
    await pause(reference, found, 0)
  }
  throw unknown(reference, 'later')
}

// Follow
async function follow(reference, placed) {
  let summary = placed
  let latest = { wait: 0 }
  for (let failures = 0; summary.status === 'PROCESSING' && failures < 8; ) {
    await pause(reference, latest, summary.pollAfterSeconds + 0.025 + (failures > 0 ? 0.5 : 0))
    latest = await lookUp(reference)
    failures = latest.summary === undefined ? failures + 1 : 0
    summary = latest.summary ?? summary
  }
  return summary.status
}

async function buy(orderNumber) {
  const { reference, isKnown } = stored(orderNumber)
  const known = isKnown ? await lookUp(reference) : { wait: 0 }
  let { summary } = known
  if (summary === undefined) {
    await pause(reference, known, 0)
    await prepare()
    summary = await place(reference, isKnown)
  }
  const status = await follow(reference, summary)
  console.log(reference, status)
  if (status !== 'COMPLETED') throw new Error(`${reference} was not bought.`)
}

for (let number = 1; number <= Number(process.env.SERVICE_PURCHASES ?? 1); number += 1)
  await buy(`${label}-${number}`)
