import { createClient } from '../../reference-client/client.ts'
import type { Fetch } from '../../reference-client/options.ts'
import type { Caller } from './caller.ts'
import { patienceMs } from './following.ts'

/** At which step of its purchase the reference client failed, and why. */
export type ClientFault = { readonly step: string; readonly message: string }

/**
 * The reference client, unmodified and with the run's profile, buys one card and follows it until it is settled. Its
 * requests are part of the history: only they are judged.
 *
 * @returns null where it got its card, or the limit did not cover it.
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
    patience.abort(new Error(`Its order had not settled after ${Math.round(longestMs / 1000)} s.`))
  }
  const clock = { now: pace.now, sleep }
  const client = createClient({ baseUrl, apiKey, profile, fetch: fetchThrough(caller), clock })
  let step = 'ping'
  const buy = async () => {
    try {
      await client.ping({ signal })
      step = 'catalogue'
      await client.products({ signal })
      step = 'purchase'
      await client.purchase({ partnerReference: caller.reference('z-1'), sku }, { signal })
      return null
    } catch (cause) {
      caller.signal.throwIfAborted()
      const { message } = (patience.signal.aborted ? patience.signal.reason : cause) as Error
      return { step, message: caller.recorder.clean(message) }
    }
  }
  return (await caller.line('one card, bought by the reference client', 1, buy)) ?? null
}

/** Sends what the client asks for as the suite sends its own requests, and counts its purchases. */
function fetchThrough(caller: Caller): Fetch {
  return async (asked) => {
    const request = asked as Request
    const { pathname, search } = new URL(request.url)
    const base = new URL(caller.target.baseUrl).pathname.replace(/\/+$/, '')
    const { status, headers, body } = await caller.relay({
      method: request.method,
      target: pathname.slice(base.length) + search,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? null : await request.text(),
    })
    return new Response(status === 204 || status === 304 ? null : body, { status, headers })
  }
}
