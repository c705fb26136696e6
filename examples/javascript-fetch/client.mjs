import { randomBytes } from 'node:crypto'
import { callService } from './call-service.mjs'

const { SERVICE_SKU: sku, SERVICE_PURCHASES: purchases = '1' } = process.env

/** How often in a row an answer may be missing before the outcome counts as unknown. */
const MOST_FAILURES = 8
/** Timers may fire a little early; a poll must not. */
const MARGIN_MS = 25
/** A service that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_SECONDS = 300

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Half a second, then twice as long after each failure, up to 8 seconds. */
const backoffMs = (failures) => Math.min(500 * 2 ** (failures - 1), 8_000)

/** Waits so long, or as long as an answer asks for. */
async function pause(reference, { retryAfterSeconds }, ms) {
  if (retryAfterSeconds > LONGEST_PAUSE_SECONDS)
    throw outcomeUnknown(reference, `in ${Math.ceil(retryAfterSeconds)} seconds`)
  await sleep(Math.max(retryAfterSeconds * 1000, ms))
}

/** Whether there is a summary that can be acted on: any status, and the seconds to wait while it is PROCESSING. */
function isSummary(summary) {
  if (typeof summary?.status !== 'string') return false
  return summary.status !== 'PROCESSING' || Number.isFinite(summary.pollAfterSeconds)
}

const lookUp = (reference) => callService('GET', `/orders/${encodeURIComponent(reference)}`)

function outcomeUnknown(reference, when = 'later') {
  return new Error(
    `The outcome of ${reference} is unknown. Look it up ${when}; do not buy under a new reference.`,
  )
}

/** Sends a purchase until its summary is known. A missing answer says nothing: the order may well be recorded. */
async function place(partnerReference) {
  const body = JSON.stringify({ partnerReference, sku })
  let mayBeRecorded = false
  for (let failures = 1; failures <= MOST_FAILURES; failures += 1) {
    const sent = await callService('POST', '/orders', body)
    if (isSummary(sent.data?.order?.order)) return sent.data.order.order
    if (sent.isRefused && !mayBeRecorded) throw new Error(`${partnerReference} was refused: ${sent.status}.`)
    mayBeRecorded ||= sent.status !== 429
    await pause(partnerReference, sent, backoffMs(failures))
    if (!mayBeRecorded) continue
    const found = await lookUp(partnerReference)
    if (isSummary(found.data?.order)) return found.data.order
    await pause(partnerReference, found, 0)
  }
  throw outcomeUnknown(partnerReference)
}

/** Looks the order up, each time after the seconds that the latest summary asks for, until it is settled. */
async function follow(reference, placed) {
  let summary = placed
  let failures = 0
  while (summary.status === 'PROCESSING') {
    await sleep(summary.pollAfterSeconds * 1000 + MARGIN_MS)
    const answer = await lookUp(reference)
    if (isSummary(answer.data?.order)) {
      summary = answer.data.order
      failures = 0
      continue
    }
    failures += 1
    // A known order that is not found now may be found later; any other refusal will be repeated.
    const isFinal = answer.isRefused && answer.status !== 404
    if (isFinal || failures > MOST_FAILURES) throw outcomeUnknown(reference)
    await pause(reference, answer, backoffMs(1))
  }
  return summary.status
}

async function read(path) {
  const { data, status } = await callService('GET', path)
  if (data === undefined)
    throw new Error(`GET ${path} was not answered as expected (${status ?? 'no answer'}).`)
  return data
}

/** An amount such as "25.00", in hundredths, without floating point. */
function hundredths(amount) {
  const [, units, cents = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (units === undefined) throw new Error(`${amount} is not an amount.`)
  return BigInt(units + cents.padEnd(2, '0'))
}

async function buy(reference) {
  const { price } = await read(`/products/${encodeURIComponent(sku)}/price`)
  const { balance } = await read('/balance')
  if (hundredths(balance.amount) < hundredths(price.amount)) throw new Error('The balance is too small.')
  const status = await follow(reference, await place(reference))
  console.log(`${reference}: ${status}`)
  if (status !== 'COMPLETED') throw new Error(`${reference} was not bought: ${status}.`)
}

async function main() {
  const { status } = await read('/ping')
  if (status !== 'ok') throw new Error('The service is not ok.')
  const { products } = await read('/products')
  if (!products.some((product) => product.sku === sku)) throw new Error(`${sku} is not in the catalogue.`)
  // One reference for each intended purchase, made of its order: the same again, should this be started again.
  const run = process.env.SERVICE_ORDER_LABEL ?? randomBytes(4).toString('hex')
  for (let number = 1; number <= Number(purchases); number += 1) await buy(`SHOP:${run}-${number}`)
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
