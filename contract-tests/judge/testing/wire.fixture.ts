import type { Entry } from '../../history/history.ts'
import { askedBy, type Call, type Reply } from './calls.fixture.ts'
import type { Choices } from './choices.fixture.ts'
import type { RelaxedService } from './relaxed-service.fixture.ts'

/** Answers that say nothing of a request; null: none arrives. */
const NOTHING = [502, 503, 504, 429, null] as const

/** What is between a client and a service: the weather, and time. Keeps what is sent, as a judge reads it. */
export class Wire {
  readonly entries: Entry[] = []
  nowMs = 0
  readonly #service: RelaxedService
  readonly #choices: Choices
  readonly #late: { readonly atMs: number; readonly call: Call }[] = []
  /** Requests that were answered by nothing: the next time they are served. */
  readonly #lost = new Set<string>()
  #seq = 0

  constructor(service: RelaxedService, choices: Choices) {
    this.#service = service
    this.#choices = choices
  }

  wait(milliseconds: number): void {
    this.nowMs += Math.ceil(milliseconds)
  }

  /** Sends requests at the same moment. */
  send(calls: readonly Call[]): readonly Reply[] {
    const sent = calls.map((call) => this.#sent(call))
    const replies = calls.map((call) => this.#answer(call, this.#tick()))
    for (const [index, { status, body }] of replies.entries()) {
      const entry = sent[index] as Entry
      const answeredMs = this.#tick()
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const response = status === null ? null : { status, headers: {}, body: text, answeredMs }
      const failure = status === null ? 'ECONNRESET' : null
      this.entries.push({ ...entry, failure, exchange: { ...entry.exchange, response } })
    }
    return replies
  }

  /** A request whose client goes away: it is recorded now, a moment later, or never. */
  abandon(call: Call): void {
    const { chance, whole } = this.#choices
    const entry = this.#sent(call)
    const atMs = this.#tick()
    this.#service.everAbandoned.add(call.reference ?? '')
    if (!chance(0.3)) this.#late.push({ atMs: atMs + (chance(0.3) ? whole(200) : 0), call })
    this.entries.push({ ...entry, abandonedMs: this.#tick() })
  }

  #answer(call: Call, nowMs: number): Reply {
    for (const late of this.#late.splice(0)) {
      if (late.atMs > nowMs) this.#late.push(late)
      else this.#service.answer(late.call, late.atMs)
    }
    const request = [call.operation, call.key, call.reference, call.sku].join()
    const isBad = !this.#lost.delete(request) && this.#choices.chance(this.#service.is.weather)
    const isRecorded = isBad && this.#choices.chance(0.5)
    if (isBad && !isRecorded) return this.#nothing(request)
    const before = this.#service.slip
    const reply = this.#service.answer(call, nowMs)
    // What slips is heard.
    return isBad && this.#service.slip === before ? this.#nothing(request) : reply
  }

  #nothing(request: string): Reply {
    this.#lost.add(request)
    return { status: this.#choices.pick(NOTHING), body: { title: 'later' } }
  }

  #sent(call: Call): Entry {
    const { operation, key } = call
    const arrivedMs = this.#tick()
    const at = new Date(Date.UTC(2026, 0, 1) + arrivedMs).toISOString()
    const { method, target, body = null } = askedBy(call)
    const exchange = {
      seq: this.#seq++,
      at,
      arrivedMs,
      partner: null,
      operation,
      request: { method, target, headers: {}, body },
      response: null,
      delivery: null,
      order: null,
      fault: null,
      nearMiss: null,
    }
    return { key, abandonedMs: null, failure: null, exchange }
  }

  #tick(): number {
    this.nowMs += 1 + this.#choices.whole(20)
    return this.nowMs
  }
}
