import { REDACTED, redactor } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Received, SentRequest } from '../http/http-client.ts'
import type { Pace } from './pace.ts'

/** Longer bodies are shortened in the record; checks see them whole. */
const RECORDED_CHARACTERS = 20_000

/** Records exchanges as evidence, without any of the keys that it knows. */
export class Recorder {
  readonly #pace: Pace
  readonly #redact: (text: string) => string
  readonly #authHeader: string
  readonly #beganAt: number
  #seq = 0

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
      arrivedMs: this.#elapsedMs(),
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
      return { ...exchange, response: { ...cleaned, answeredMs: this.#elapsedMs() } }
    }
  }

  #elapsedMs(): number {
    return Math.max(0, this.#pace.now() - this.#beganAt)
  }

  /** A text without the known keys, and without anything that looks like a key. */
  clean(text: string): string {
    const cleaned = this.#redact(text)
    if (cleaned.length <= RECORDED_CHARACTERS) return cleaned
    return `${cleaned.slice(0, RECORDED_CHARACTERS)}… (${cleaned.length - RECORDED_CHARACTERS} characters more)`
  }

  #cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    const pairs = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      name.toLowerCase() === this.#authHeader ? REDACTED : this.clean(value),
    ])
    return Object.fromEntries(pairs)
  }
}
