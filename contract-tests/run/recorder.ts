import { REDACTED, redactor } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Received, SentRequest } from '../http/http-client.ts'
import type { Pace } from './pace.ts'

/** Longer bodies are shortened where an exchange is shown. */
const SHOWN_CHARACTERS = 20_000

/** What no two moments of a recording share: each is later than the one before by at least this. Milliseconds. */
const TICK_MS = 0.001

/** Records exchanges, whole, and without any of the keys that it knows. */
export class Recorder {
  readonly #pace: Pace
  readonly #redact: (text: string) => string
  readonly #authHeader: string
  readonly #beganAt: number
  #seq = 0
  #lastMs = 0

  constructor(pace: Pace, secrets: readonly string[], authHeader: string) {
    this.#pace = pace
    this.#redact = redactor(secrets)
    this.#authHeader = authHeader.toLowerCase()
    this.#beganAt = pace.now()
  }

  /** Begins an exchange. The returned function completes it with a response, or with null if none arrived. */
  send(request: SentRequest): (response: Received | null) => Exchange {
    const exchange: Exchange = {
      seq: this.#seq++,
      at: new Date(this.#pace.now()).toISOString(),
      arrivedMs: this.nowMs(),
      partner: null,
      operation: request.operation,
      request: {
        method: request.method,
        target: this.clean(request.target),
        headers: this.#cleanHeaders(request.headers),
        body: request.body === null ? null : this.clean(request.body),
      },
      response: null,
      delivery: null,
      order: null,
      fault: null,
      nearMiss: null,
    }
    return (response) => {
      if (response === null) return exchange
      const { status, headers, body } = response
      const cleaned = { status, headers: this.#cleanHeaders(headers), body: this.clean(body) }
      return { ...exchange, response: { ...cleaned, answeredMs: this.nowMs() } }
    }
  }

  /** The time since the recording began; later than at any call before. */
  nowMs(): number {
    const elapsedMs = Math.max(this.#pace.now() - this.#beganAt, this.#lastMs + TICK_MS)
    this.#lastMs = Math.round(elapsedMs * 1000) / 1000
    return this.#lastMs
  }

  /** A text without the known keys, and without anything that looks like a key. */
  clean(text: string): string {
    return this.#redact(text)
  }

  #cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    const pairs = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      name.toLowerCase() === this.#authHeader ? REDACTED : this.clean(value),
    ])
    return Object.fromEntries(pairs)
  }
}

/** An exchange as evidence: a long body is shortened. */
export function asEvidence(exchange: Exchange): Exchange {
  const { request, response } = exchange
  return {
    ...exchange,
    request: { ...request, body: request.body === null ? null : shortened(request.body) },
    response: response && { ...response, body: shortened(response.body) },
  }
}

function shortened(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text
  return `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length - SHOWN_CHARACTERS} characters more)`
}
