import type { Profile } from '../../contract/profile/profile.ts'
import { counted } from '../../contract/text/listed.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { REDACTED, redactor } from '../../contract/text/redact.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type OrderSummary, summaryAt } from '../../contract/wire/exchange-facts.ts'
import { type JsonPointer, readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { expandPath } from '../../contract/wire/path-template.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { retryAfterSeconds } from '../../contract/wire/retry-after.ts'
import { is2xx } from '../../contract/wire/status.ts'
import { failureText } from '../http/connection-failure.ts'
import { ACCEPTED_CODINGS, type Received, type SentRequest } from '../http/http-client.ts'
import type { Pace } from './pace.ts'
import type { Target } from './target.ts'

/** One request of the suite: an operation, and how it differs from its plain form. */
export type ApiRequest = {
  readonly operation: OperationId
  readonly values?: Readonly<Record<string, string>>
  /** The text of the body, sent as JSON. */
  readonly body?: string
  readonly key?: string | null
}

/** The User-Agent of Node. A service may refuse a client that sends none (RFC 9110, section 10.1.5). */
export const AGENT = 'node'

/** A request as it is sent, byte for byte. */
export function written(
  { profile, apiKey }: Pick<Target, 'profile' | 'apiKey'>,
  { operation, values = {}, body, key = apiKey }: ApiRequest,
): SentRequest {
  const { method, path } = operationsOf(profile)[operation]
  const headers = {
    'User-Agent': AGENT,
    Accept: 'application/json',
    'Accept-Encoding': ACCEPTED_CODINGS,
    ...(key !== null && { [profile.auth.header]: authHeaderValue(profile.auth, key) }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return { operation, method, target: expandPath(path, values), headers, body: body ?? null }
}

export async function answered(
  sent: SentRequest,
  recorder: Recorder,
  receiving: Promise<Received>,
): Promise<Answer> {
  const finish = recorder.send(sent)
  try {
    const response = await receiving
    const { status, body } = response
    return { exchange: finish(response), status, json: parseJson(body), failure: null }
  } catch (cause) {
    const failure = failureText(cause as NodeJS.ErrnoException)
    return { exchange: finish(null), status: null, json: undefined, failure }
  }
}

/** The text of a purchase's body: exactly two fields (§4). */
export function orderBody({ partnerReference, sku }: OrderRequest): string {
  return JSON.stringify({ partnerReference, sku })
}

/** A remark on answers that began with a byte-order mark. */
export function markWords(answers: number): string {
  return `${counted(answers, 'answer')} began with a byte-order mark, which no JSON that is sent may have (RFC 8259, section 8.1). It was passed over, as fetch does; other clients refuse it.`
}

const LONGEST_PAUSE_MS = 30_000

/** The pause that an answer asks for by Retry-After, in milliseconds (RFC 9110, section 10.2.3); at most 30 seconds. */
export function retryAfterMs({ exchange }: Pick<Answer, 'exchange'>, defaultMs: number): number {
  const { 'retry-after': asked, date = exchange.at } = exchange.response?.headers ?? {}
  const seconds = retryAfterSeconds(asked, date)
  return seconds === null ? defaultMs : Math.min(seconds * 1000, LONGEST_PAUSE_MS)
}

/** The answer to a request, parsed once. */
export type Answer = {
  /** The recorded exchange, redacted. */
  readonly exchange: Exchange
  /** Null if no answer arrived; `failure` then says why. */
  readonly status: number | null
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
  readonly failure: string | null
}

export function isServed(answer: Answer | undefined): boolean {
  return is2xx(answer?.status ?? null)
}

export function describeAnswer({ exchange, status, failure }: Answer): string {
  const asked = `${exchange.request.method} ${exchange.request.target}`
  return status === null ? `${asked} was not answered (${failure})` : `${asked} answered ${status}`
}

/** An amount in an answer, in minor units; undefined if none can be read at that place. */
export function amountIn({ json }: Answer, place: JsonPointer, money: Profile['money']): number | undefined {
  return parseAmount(readPointer(json, place), money)
}

export type ReadSummary = Pick<OrderSummary, 'status' | 'pollAfterSeconds'>

/** The summary in a success, at the position of its operation (§4.1). */
export function summaryIn(answer: Answer): ReadSummary | undefined {
  return isServed(answer) ? summaryAt(answer.json, answer.exchange.operation) : undefined
}

export function isProcessing(summary: ReadSummary | undefined): boolean {
  return summary?.status === PROCESSING
}

/** Every time in a recording is later than the one before by at least this, in milliseconds. */
const TICK_MS = 0.001

/** Records whole exchanges, without the keys that it knows. */
export class Recorder {
  /** Removes the known keys from a text, and everything that looks like a key. */
  readonly clean: (text: string) => string
  /** How many answers began with a byte-order mark. */
  marked = 0
  readonly #pace: Pace
  readonly #authHeader: string
  readonly #beganAt: number
  #seq = 0
  #lastMs = 0

  constructor(pace: Pace, secrets: readonly string[], authHeader: string) {
    this.clean = redactor(secrets)
    this.#pace = pace
    this.#authHeader = authHeader.toLowerCase()
    this.#beganAt = pace.now()
  }

  /** Begins an exchange. The returned function completes it with a response, or with null if none arrived. */
  send({ operation, method, target, ...rest }: SentRequest): (response: Received | null) => Exchange {
    const exchange: Exchange = {
      seq: this.#seq++,
      at: new Date(this.#pace.now()).toISOString(),
      arrivedMs: this.nowMs(),
      partner: null,
      operation,
      request: { method, target: this.clean(target), ...this.#message(rest) },
      response: null,
      delivery: null,
      order: null,
      fault: null,
      nearMiss: null,
    }
    return (response) => {
      if (response === null) return exchange
      const { status, hasMark, ...message } = response
      if (hasMark === true) this.marked += 1
      return { ...exchange, response: { status, ...this.#message(message), answeredMs: this.nowMs() } }
    }
  }

  /** The time since the recording began, which is later at each call. */
  nowMs(): number {
    const elapsedMs = Math.max(this.#pace.now() - this.#beganAt, this.#lastMs + TICK_MS)
    this.#lastMs = Math.round(elapsedMs * 1000) / 1000
    return this.#lastMs
  }

  #message<Body extends string | null>({ headers, body }: Message<Body>) {
    const cleaned = Object.entries(headers).map(([name, value]) => [
      name,
      name.toLowerCase() === this.#authHeader ? REDACTED : this.clean(value),
    ])
    // A null body stays null.
    return { headers: Object.fromEntries(cleaned), body: (body === null ? null : this.clean(body)) as Body }
  }
}

type Message<Body> = { readonly headers: Readonly<Record<string, string>>; readonly body: Body }
