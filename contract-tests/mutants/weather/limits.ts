import type { Clock } from '../../../contract/clock.ts'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import { type Middleware, ofPurchases, refusal } from '../middleware.ts'

const SECOND_MS = 1000

/** Serves a purchase a second, and asks any other one to come a second later. */
export function onePurchaseASecond(clock: Clock): Middleware {
  let last = Number.NEGATIVE_INFINITY
  return ofPurchases(async (_, request, forward) => {
    if (clock.now() - last < SECOND_MS)
      return new Response(null, { status: 429, headers: { 'Retry-After': '1' } })
    last = clock.now()
    return forward(request)
  })
}

/** Serves so many calls within so many seconds, and says at which moment it serves again. */
export function servedAgainAt(calls: number, seconds: number): (clock: Clock) => Middleware {
  return (clock) => {
    let window = { at: clock.now(), calls: 0 }
    return async (request, forward) => {
      const endsMs = window.at + seconds * SECOND_MS
      if (clock.now() >= endsMs) window = { at: clock.now(), calls: 0 }
      window.calls += 1
      if (window.calls <= calls) return forward(request)
      const [date, until] = [clock.now(), endsMs + SECOND_MS].map((ms) => new Date(ms).toUTCString())
      return new Response(null, { status: 429, headers: { Date: `${date}`, 'Retry-After': `${until}` } })
    }
  }
}

/** Answers an address that is not allowed with nothing: its connection breaks off. */
export function cutOff(): Middleware {
  return async (request, forward) => {
    const key = request.headers.get('Authorization') ?? ''
    if (key.includes(ALLOWLISTED_PARTNER.key)) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    return forward(request)
  }
}

/** Answers what is refused for its key, but for ping, as a service that fails; or by a connection that breaks off. */
export function withoutKey(answers: 503 | 'nothing'): () => Middleware {
  return () => async (request, forward) => {
    const response = await forward(request)
    if (response.status !== 401 || new URL(request.url).pathname === '/ping') return response
    if (answers === 503) return refusal(503)
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }
}

/** Refuses a client that does not say what it is. */
export function onlyNamedClients(): Middleware {
  return async (request, forward) => (request.headers.has('User-Agent') ? forward(request) : refusal(403))
}
