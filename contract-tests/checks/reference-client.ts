import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest } from '../../contract/wire/bodies.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import { parametersIn } from '../../contract/wire/path-template.ts'
import { createClient } from '../../reference-client/client.ts'
import {
  AnsweredError,
  ConnectionError,
  RateLimitedError,
  ServerError,
  TimeoutError,
} from '../../reference-client/errors.ts'
import type { Fetch } from '../../reference-client/options.ts'
import { NotObserved, summaryOf } from '../answers.ts'
import type { Service } from '../service.ts'
import type { Shop } from '../shop.ts'
import { AGENT } from '../target/exchange.ts'

/** The step at which the reference client failed, and why. */
export type ClientFailure = { readonly step: string; readonly message: string }

export const CLIENT_TITLE = 'the reference client buys one card, and follows it until it has settled'

/**
 * Has the unmodified reference client buy one card with the run's profile, as a partner would. Its requests are judged
 * like all others.
 *
 * @returns null if it got its card.
 * @throws {NotObserved} if there is no card to buy, or the limit of purchases does not cover one.
 */
export async function buyAsAPartner(service: Service, shop: Shop): Promise<ClientFailure | null> {
  if (service.purchasesLeft < 1)
    throw new NotObserved('The limit of purchases is reached: raise --max-purchases.')
  const { target, profile, pace, signal } = service
  const partnerReference = service.references.next()
  const sku = await shop.card()
  const longestMs = profile.limits.settleSeconds * 1000
  const patience = new AbortController()
  const endsMs = pace.now() + longestMs
  const sleep = async (milliseconds: number) => {
    if (pace.now() + milliseconds > endsMs)
      patience.abort(new Error(`Its order had not settled after ${profile.limits.settleSeconds} s.`))
    else await pace.sleep(milliseconds, signal)
  }
  const client = createClient({
    baseUrl: target.baseUrl,
    apiKey: target.apiKey,
    profile,
    fetch: fetchThrough(service),
    clock: { now: pace.now, sleep },
  })
  const options = { signal: AbortSignal.any([signal, patience.signal]) }
  let step = 'ping'
  try {
    await patiently(() => client.ping(options), sleep)
    step = 'catalogue'
    await patiently(() => client.products(options), sleep)
    step = 'purchase'
    await patiently(() => client.purchase({ partnerReference, sku }, options), sleep)
    return null
  } catch (cause) {
    signal.throwIfAborted()
    const { message } = (patience.signal.aborted ? patience.signal.reason : cause) as Error
    return { step, message: service.recorder.clean(message) }
  }
}

const TRIES = 3

/** Repeats a step that failed for a reason that may pass. The client leaves that to its caller. */
async function patiently<Found>(
  step: () => Promise<Found>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Found> {
  for (let tries = 1; ; tries += 1)
    try {
      return await step()
    } catch (cause) {
      const mayChange = [ServerError, ConnectionError, TimeoutError, RateLimitedError].some(
        (kind) => cause instanceof kind,
      )
      if (!mayChange || tries === TRIES) throw cause
      if (cause instanceof AnsweredError) await sleep((cause.retryAfterSeconds ?? 0) * 1000)
    }
}

/** Sends the client's requests unchanged, and records them. Its purchases count against the limit. */
function fetchThrough(service: Service): Fetch {
  const operations = Object.values(operationsOf(service.profile))
  const base = new URL(service.target.baseUrl).pathname.replace(/\/+$/, '')
  return async (asked) => {
    const request = asked as Request
    const { method } = request
    const { pathname, search } = new URL(request.url)
    const target = pathname.slice(base.length) + search
    const known = operations.find((one) => one.method === method && parametersIn(one.path, target))
    const headers = { 'User-Agent': AGENT, ...Object.fromEntries(request.headers) }
    const body = request.body === null ? null : await request.text()
    const order = orderRequest.safeParse(parseJson(body ?? '')).data
    const reference =
      order?.partnerReference ?? (known && parametersIn(known.path, target)?.partnerReference) ?? null
    const sent = { operation: known?.id ?? null, method, target, headers, body }
    const call = await service.send(sent, { reference, sku: order?.sku ?? null })
    const summary = summaryOf(call)
    if (
      order !== undefined &&
      summary !== undefined &&
      !service.orders.some((one) => one.reference === reference)
    )
      Object.assign(service.order(order.sku, order.partnerReference), {
        sent: 1,
        summary,
        boughtMs: call.endedMs,
      })
    const { response } = call.exchange
    if (response === null) throw new Error(call.failure ?? '')
    const { status } = response
    return new Response(status === 204 || status === 304 ? null : response.body, {
      status,
      headers: response.headers,
    })
  }
}
