import type { Decisions, PlainRequest } from './decisions.ts'
import type { Facts } from './facts.ts'

/** What a client needs to run: its task, and its replacements for the network and the clock. */
export type ClientEnvironment = {
  readonly fetch: (request: Request) => Promise<Response>
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly now: () => number
  readonly baseUrl: string
  readonly key: string
  readonly sku: string
  /** The label of the intended order, which stays the same at each start. */
  readonly label: string
  /** 2 after the client was killed and started again; 1 before. */
  readonly start: number
  readonly purchases: number
}

export type ClientAnswer = {
  /** 0 if not even the head of the answer arrived. */
  readonly status: number
  /** The content of `data`; undefined if there is none. */
  readonly data: unknown
  readonly isWhole: boolean
  readonly isTimeout: boolean
  /** In seconds. */
  readonly retryAfter: number | undefined
}

/** Makes one request. Never throws for an error of the network or the service. */
export type Caller = (facts: Facts, request: Omit<PlainRequest, 'headers'>) => Promise<ClientAnswer>

const NOTHING: ClientAnswer = {
  status: 0,
  data: undefined,
  isWhole: false,
  isTimeout: false,
  retryAfter: undefined,
}

/** Node lets a request's signal end its answer only as long as the request object is reachable, so it is kept here. */
const underWay = new Set<Request>()

export function callerOf(decisions: Decisions, { fetch, sleep, baseUrl, key }: ClientEnvironment): Caller {
  return async (facts, plain) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(plain.body !== null && { 'content-type': 'application/json' }),
    }
    const ends = new AbortController()
    const hangsUp = new AbortController()
    const timer = sleep(decisions.timeoutMs(facts), ends.signal).then(
      () => hangsUp.abort('timeout'),
      () => {},
    )
    const request = requestOf(baseUrl, decisions.request(facts, { ...plain, headers }, key), hangsUp.signal)
    underWay.add(request)
    try {
      return await readAnswer(await fetch(request), plain.operation)
    } catch {
      return { ...NOTHING, isTimeout: hangsUp.signal.aborted }
    } finally {
      underWay.delete(request)
      ends.abort('answered')
      await timer
    }
  }
}

function requestOf(baseUrl: string, request: PlainRequest, signal: AbortSignal): Request {
  const { method, path, headers, body } = request
  const framing = { 'content-length': String(new TextEncoder().encode(body ?? '').byteLength) }
  const isFramed = body === null || 'transfer-encoding' in headers
  return new Request(`${baseUrl}${path}`, {
    method,
    headers: isFramed ? headers : { ...headers, ...framing },
    body,
    signal,
  })
}

async function readAnswer(response: Response, operation: PlainRequest['operation']): Promise<ClientAnswer> {
  const { status, headers } = response
  const retryAfter = headers.get('retry-after')
  const head = { status, isTimeout: false, retryAfter: retryAfter === null ? undefined : Number(retryAfter) }
  try {
    const text = await response.text()
    // The catalogue is long, and no decision uses it.
    const data = operation === 'products' ? undefined : JSON.parse(text).data
    return { ...head, data, isWhole: true }
  } catch {
    return { ...head, data: undefined, isWhole: false }
  }
}
