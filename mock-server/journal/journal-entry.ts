import type { DeliveryOutcome, Exchange } from '../../contract/wire/exchange.ts'
import { type RawHead, type Redaction, redactorForTexts } from './redact-request.ts'

/** What an entry reports to its journal. */
export type Keeper = {
  /** Milliseconds since the Unix epoch. */
  readonly beganAt: number
  /** Milliseconds since then. */
  elapsedMs(): number
  /** Called when its key is known, or when it ends without one. */
  identified(entry: Entry): void
  changed(entry: Entry): void
}

type Facts = Pick<Exchange, 'operation' | 'order' | 'fault' | 'nearMiss'> & {
  body: Exchange['request']['body']
  /** The headers after a body in chunks: names and values alternately. */
  trailers: readonly string[]
}

/**
 * One exchange, from the arrival of its request on. Its readable form, without any key, is made when it is read: most
 * exchanges never are.
 */
export class Entry {
  readonly seq: number
  /** Milliseconds since the journal began. */
  readonly arrivedMs: number
  /** Whether its journal has removed it. */
  isGone = false
  partner: Exchange['partner'] = null
  readonly #keeper: Keeper
  readonly #head: RawHead
  readonly #redaction: Redaction
  readonly #facts: Facts = {
    operation: null,
    body: null,
    trailers: [],
    order: null,
    fault: null,
    nearMiss: null,
  }
  #response: Exchange['response'] = null
  #delivery: Exchange['delivery'] = null
  #completion: PromiseWithResolvers<void> | undefined
  #read: Exchange | null = null

  constructor(keeper: Keeper, seq: number, head: RawHead, redaction: Redaction) {
    this.#keeper = keeper
    this.seq = seq
    this.arrivedMs = keeper.elapsedMs()
    this.#head = head
    this.#redaction = redaction
  }

  get arrivedAt(): number {
    return this.#keeper.beganAt + this.arrivedMs
  }

  get isComplete(): boolean {
    return this.#delivery !== null
  }

  identify(partner: string): void {
    this.partner = partner
    this.#read = null
    this.#keeper.identified(this)
  }

  /** Adds what became known of it. A near miss must not contain a key. */
  note(facts: Partial<Facts>): void {
    Object.assign(this.#facts, facts)
    this.#changed()
  }

  /** The answer that was decided, whether it arrives or not. It must not contain a key. */
  answer({ status, headers, body }: Omit<NonNullable<Exchange['response']>, 'answeredMs'>): void {
    this.#response = { status, headers, body, answeredMs: this.#keeper.elapsedMs() }
    this.#changed()
  }

  /** How far the answer got, which completes the exchange. The first call counts. */
  deliver(outcome: DeliveryOutcome): void {
    if (this.isComplete) return
    this.#delivery = { outcome, atMs: this.#keeper.elapsedMs() }
    this.#completion?.resolve()
    if (this.partner === null) this.#keeper.identified(this)
    this.#changed()
  }

  get completed(): Promise<void> {
    this.#completion ??= Promise.withResolvers<void>()
    if (this.isComplete) this.#completion.resolve()
    return this.#completion.promise
  }

  #changed(): void {
    this.#read = null
    this.#keeper.changed(this)
  }

  /** The exchange as it is now, without any key. */
  get exchange(): Exchange {
    this.#read ??= this.#toExchange()
    return this.#read
  }

  #toExchange(): Exchange {
    const { method, target, rawHeaders } = this.#head
    const { operation, body, trailers, order, fault, nearMiss } = this.#facts
    const sender = this.#redaction.senderOf(trailers.length > 0 ? [...rawHeaders, ...trailers] : rawHeaders)
    const { partnerReference = '', sku = '' } = order ?? {}
    const redact = redactorForTexts([method, target, body ?? '', partnerReference, sku], sender.redact)
    return {
      seq: this.seq,
      at: new Date(this.arrivedAt).toISOString(),
      arrivedMs: this.arrivedMs,
      partner: this.partner,
      operation,
      request: {
        method: redact(method),
        target: redact(target),
        headers: sender.headers,
        body: body === null ? null : redact(body),
      },
      response: this.#response,
      delivery: this.#delivery,
      order: order && { ...order, partnerReference: redact(partnerReference), sku: redact(sku) },
      fault,
      nearMiss,
    }
  }
}
