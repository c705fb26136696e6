import { randomBy } from '../../../contract/random.ts'
import { OPERATION_IDS, type OperationId } from '../../../contract/wire/operations.ts'
import { type Middleware, purchaseIn } from '../middleware.ts'

/** What a caller gets in place of an answer. */
const FAILURES = {
  502: { name: 'a 502', fail: () => gateway(502) },
  503: { name: 'a 503', fail: () => gateway(503) },
  504: { name: 'a 504', fail: () => gateway(504) },
  429: { name: 'a 429', fail: () => gateway(429, { 'Retry-After': '1' }) },
  reset: { name: 'a closed connection', fail: reset },
} as const satisfies Record<string, { readonly name: string; readonly fail: () => Response }>

type Place = {
  readonly name: string
  readonly operations: readonly OperationId[]
  /** For a purchase: whether it must be known already, or unknown still; by default either. */
  readonly isRecorded?: boolean
}

/** Which calls are struck. A purchase that is recorded was made, and only its answer is lost. */
const PLACES = {
  reads: { name: 'read', operations: ['ping', 'listProducts', 'getPrice', 'getBalance'] },
  lookups: { name: 'lookup', operations: ['lookupOrder'] },
  unrecorded: { name: 'purchase not yet recorded', operations: ['createOrder'], isRecorded: false },
  recorded: { name: 'recorded purchase', operations: ['createOrder'], isRecorded: true },
  calls: { name: 'call', operations: OPERATION_IDS },
} as const satisfies Record<string, Place>

/** Which calls are lost: one alone, every nth, or one in ten by chance, the same ones in each run. */
type Rhythm = 'first' | 'third' | 'tenth' | number

/** A blip of a server: what fails, where, and how often. */
export type Blip = {
  readonly failure: keyof typeof FAILURES
  readonly place: keyof typeof PLACES
  readonly rhythm: Rhythm
}

/** A blip in words. */
export function nameOfBlip({ failure, place, rhythm }: Blip): string {
  const { name } = PLACES[place]
  const calls = typeof rhythm === 'number' ? `every ${rhythm}th ${name}` : `the ${rhythm} ${name} alone`
  return `${FAILURES[failure].name} for ${rhythm === 'tenth' ? `one ${name} in ten` : calls}`
}

/** Loses some calls, or their answers. No call is lost twice in a row: who asks once more is answered. */
export function blips({ failure, place, rhythm }: Blip): Middleware {
  const { operations, isRecorded }: Place = PLACES[place]
  const isDue = inRhythm(rhythm)
  const recorded = new Set<string>()
  const lost = new Set<string>()
  const loses = (call: string): boolean => {
    const due = isDue()
    const wasLost = lost.delete(call)
    if (!due || wasLost) return false
    lost.add(call)
    return true
  }
  return async (request, forward, operation) => {
    if (operation === null || !operations.includes(operation)) return forward(request)
    const key = request.headers.get('Authorization')
    const body = operation === 'createOrder' ? await request.clone().text() : ''
    const call = `${key} ${request.method} ${request.url} ${body}`
    const order = `${key} ${(await purchaseIn(request))?.partnerReference ?? body}`
    if (isRecorded !== true && !(isRecorded === false && recorded.has(order)) && loses(call))
      return FAILURES[failure].fail()
    const response = await forward(request)
    if (!response.ok) return response
    recorded.add(order)
    return isRecorded === true && loses(call) ? FAILURES[failure].fail() : response
  }
}

function gateway(status: number, headers = {}): Response {
  const html = { 'Content-Type': 'text/html', ...headers }
  return new Response('<h1>Try again later.</h1>', { status, headers: html })
}

function reset(): never {
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

const SEED = 4

/** Makes what says of each call in turn whether it is due. */
function inRhythm(rhythm: Rhythm): () => boolean {
  const random = randomBy(SEED)
  if (rhythm === 'tenth') return () => random() < 0.1
  let calls = 0
  return () => {
    calls += 1
    if (typeof rhythm === 'number') return calls % rhythm === 0
    return calls === (rhythm === 'first' ? 1 : 3)
  }
}
