import { REDACTED, redactor } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Received, SentRequest } from '../http/http-client.ts'
import type { Pace } from './pace.ts'

/** What no two moments of a recording share: each is later than the one before by at least this. Milliseconds. */
const TICK_MS = 0.001

/** Records exchanges, whole, and without any of the keys that it knows. */
export class Recorder {
  /** A text without the known keys, and without anything that looks like a key. */
  readonly clean: (text: string) => string
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
      const { status, ...message } = response
      return { ...exchange, response: { status, ...this.#message(message), answeredMs: this.nowMs() } }
    }
  }

  /** The time since the recording began; later than at any call before. */
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
    // A body that is null stays so.
    return { headers: Object.fromEntries(cleaned), body: (body === null ? null : this.clean(body)) as Body }
  }
}

type Message<Body> = { readonly headers: Readonly<Record<string, string>>; readonly body: Body }
