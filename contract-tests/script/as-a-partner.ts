import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest } from '../../contract/wire/bodies.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import { parametersIn } from '../../contract/wire/path-template.ts'
import { createClient } from '../../reference-client/client.ts'
import {
  ConnectionError,
  type PartnerPurchaseError,
  ServerError,
  TimeoutError,
} from '../../reference-client/errors.ts'
import type { Fetch } from '../../reference-client/options.ts'
import { formsIn, mayLimit } from '../history/forms.ts'
import { AGENT, type Answer } from '../run/exchange.ts'
import type { Caller } from './caller.ts'
import { patienceMs } from './following.ts'

/** At which step of its purchase the reference client failed, and why. */
export type ClientFault = { readonly step: string; readonly message: string }

/**
 * The reference client, unmodified and with the run's profile, buys one card and follows it until it is settled. Its
 * requests are part of the history: only they are judged. Null where it got its card, or the limit did not cover it.
 */
export async function buyAsAPartner(caller: Caller, sku: string): Promise<ClientFault | null> {
  const { target, profile, pace } = caller
  const longestMs = patienceMs(caller, sku)
  const { baseUrl, apiKey } = target
  const patience = new AbortController()
  const signal = AbortSignal.any([caller.signal, patience.signal])
  const endsMs = pace.now() + longestMs
  const [earlier] = caller.orders.values()
  let hasLooked = false
  const sleep = async (milliseconds: number) => {
    // While this order is the last one, and PROCESSING, an earlier one stays settled.
    if (!hasLooked && earlier) await caller.lookUp(earlier.order.partnerReference)
    hasLooked = true
    if (pace.now() + milliseconds <= endsMs) return pace.sleep(milliseconds)
    patience.abort(
      new Error(`Its order had not settled after ${Number((longestMs / 1000).toPrecision(2))} s.`),
    )
  }
  const clock = { now: pace.now, sleep }
  const client = createClient({ baseUrl, apiKey, profile, fetch: fetchThrough(caller), clock })
  let step = 'ping'
  const buy = async () => {
    try {
      await twice(() => client.ping({ signal }))
      step = 'catalogue'
      await twice(() => client.products({ signal }))
      step = 'purchase'
      await twice(() => client.purchase({ partnerReference: caller.references.of('z-1'), sku }, { signal }))
      return null
    } catch (cause) {
      caller.signal.throwIfAborted()
      const { message } = (patience.signal.aborted ? patience.signal.reason : cause) as Error
      return { step, message: caller.recorder.clean(message) }
    }
  }
  return (await caller.budget.line('one card, bought by the reference client', 1, buy)) ?? null
}

/** Takes a step of the client again where a read of it was lost: that bought nothing, and can be made again. */
async function twice<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    const isLost = [ServerError, ConnectionError, TimeoutError].some((kind) => cause instanceof kind)
    if (!isLost || !READS.has((cause as PartnerPurchaseError).operation)) throw cause
    return step()
  }
}

const READS: ReadonlySet<string> = new Set(['ping', 'listProducts', 'getPrice', 'getBalance'])

/** Sends what the client asks for as it is, counts its purchases, and keeps all of it in the history. */
function fetchThrough(caller: Caller): Fetch {
  const operations = Object.values(operationsOf(caller.profile))
  const base = new URL(caller.target.baseUrl).pathname.replace(/\/+$/, '')
  return async (asked) => {
    const request = asked as Request
    const { method } = request
    const { pathname, search } = new URL(request.url)
    const target = pathname.slice(base.length) + search
    const known = operations.find((one) => one.method === method && parametersIn(one.path, target))
    const headers = { 'User-Agent': AGENT, ...Object.fromEntries(request.headers) }
    const body = request.body === null ? null : await request.text()
    const answer = await caller.send({ operation: known?.id ?? null, method, target, headers, body })
    if (answer === undefined) throw new Error('the limit of purchases is reached')
    noteOrder(caller, answer)
    const { exchange, failure } = answer
    if (exchange.response === null) throw new Error(failure ?? '')
    const { status, headers: received, body: text } = exchange.response
    return new Response(status === 204 || status === 304 ? null : text, { status, headers: received })
  }
}

/** Notes what an answer says of its order, unless it refuses how the purchase was written. */
function noteOrder({ book, profile }: Caller, answer: Answer): void {
  const { request, response } = answer.exchange
  const order = orderRequest.safeParse(parseJson(request.body ?? '')).data
  if (order === undefined || mayLimit(response, formsIn(request, 'purchase'), profile)) return
  book.noteAnswer(book.open(order), answer)
}
