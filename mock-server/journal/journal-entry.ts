import type { DeliveryOutcome, Exchange, NearMiss } from '../../contract/wire/exchange.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { CompleteAnswer } from '../message/answer.ts'
import { type RawHead, type Redaction, redactorFor, type Sender } from './redact-request.ts'

/** What an entry reports to its journal. */
export type Keeper = {
  /** Milliseconds since the Unix epoch. */
  readonly beganAt: number
  /** Milliseconds since then. */
  elapsedMs(): number
  /** The headers of a request, or the same ones of the request before. */
  shared(headers: readonly string[]): readonly string[]
  identified(entry: Entry): void
  /** An entry has grown by this many characters. */
  grown(entry: Entry, bytes: number): void
  completed(entry: Entry): void
}

/**
 * What is kept of one key, oldest first, and what was dropped of it. What has no key, because nobody accepted one, is one
 * key.
 */
export type KeyEntries = {
  readonly entries: Entry[]
  /** Times are milliseconds since the Unix epoch. */
  dropped: { readonly count: number; readonly from: number; readonly to: number } | undefined
}

/** The approximate size of an exchange without its texts. */
const ENTRY_BYTES = 400

/**
 * One exchange as a journal keeps it, as it arrived: since its request did, and completed as more is known of it. Its
 * readable form, without any key, is made only when it is read: most exchanges never are.
 */
export class Entry {
  readonly seq: number
  readonly arrivedMs: number
  partner: string | null = null
  operationId: OperationId | null = null
  /** How far its answer got; null until that is known. */
  outcome: DeliveryOutcome | null = null
  /** Where its journal keeps it. */
  place = 0
  key: KeyEntries | undefined = undefined
  bytes: number
  readonly #keeper: Keeper
  readonly #method: string
  readonly #target: string
  #rawHeaders: readonly string[]
  readonly #redaction: Redaction
  #body: string | null = null
  #order: Exchange['order'] = null
  #fault: Exchange['fault'] = null
  #nearMiss: NearMiss | null = null
  #answer: CompleteAnswer | null = null
  #answeredMs = 0
  #deliveredMs = 0
  #waiting: (() => void)[] | null = null
  #read: Exchange | null = null

  constructor(keeper: Keeper, seq: number, head: RawHead, redaction: Redaction) {
    this.#keeper = keeper
    this.seq = seq
    this.arrivedMs = keeper.elapsedMs()
    this.#method = head.method
    this.#target = head.target
    this.#rawHeaders = keeper.shared(head.rawHeaders)
    this.#redaction = redaction
    this.bytes = ENTRY_BYTES + head.target.length
    for (const text of head.rawHeaders) this.bytes += text.length
  }

  get arrivedAt(): number {
    return this.#keeper.beganAt + this.arrivedMs
  }

  get isComplete(): boolean {
    return this.outcome !== null
  }

  /** What its request has in common with others that have the same headers. */
  get sender(): Sender {
    return this.#redaction.senderOf(this.#rawHeaders)
  }

  identify(partner: string): void {
    this.partner = partner
    this.#read = null
    this.#keeper.identified(this)
  }

  operation(id: OperationId): void {
    this.operationId = id
    this.#grow(0)
  }

  body(text: string): void {
    this.#body = text
    this.#grow(text.length)
  }

  /** The headers after a body in chunks: names and values alternately. */
  trailers(raw: readonly string[]): void {
    this.#rawHeaders = [...this.#rawHeaders, ...raw]
    this.#grow(raw.join('').length)
  }

  order(order: NonNullable<Exchange['order']>): void {
    const isNoted = this.#order !== null
    this.#order = order
    this.#grow(isNoted ? 0 : order.partnerReference.length + order.sku.length)
  }

  fault(fault: NonNullable<Exchange['fault']>): void {
    this.#fault = fault
    this.#grow(0)
  }

  /** It must not contain a key. */
  nearMiss(nearMiss: NearMiss): void {
    this.#nearMiss = nearMiss
    this.#grow(nearMiss.differs.join('').length)
  }

  /** The answer that was decided, whether it arrives or not. It must not contain a key. */
  answer(answer: CompleteAnswer): void {
    this.#answer = answer
    this.#answeredMs = this.#keeper.elapsedMs()
    let bytes = answer.body.length
    for (const name in answer.headers) bytes += name.length + (answer.headers[name]?.length ?? 0)
    this.#grow(bytes)
  }

  /** How far the answer got, which completes the exchange: the first call counts. */
  deliver(outcome: DeliveryOutcome): void {
    if (this.outcome !== null) return
    this.outcome = outcome
    this.#read = null
    this.#deliveredMs = this.#keeper.elapsedMs()
    for (const complete of this.#waiting?.splice(0) ?? []) complete()
    this.#keeper.completed(this)
  }

  get completed(): Promise<void> {
    if (this.isComplete) return Promise.resolve()
    this.#waiting ??= []
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    return promise
  }

  #grow(bytes: number): void {
    this.bytes += bytes
    this.#read = null
    this.#keeper.grown(this, bytes)
  }

  /** The exchange as it is now, without any key. */
  get exchange(): Exchange {
    this.#read ??= this.#toExchange()
    return this.#read
  }

  #toExchange(): Exchange {
    const { sender } = this
    const { partnerReference = '', sku = '' } = this.#order ?? {}
    const texts = [this.#method, this.#target, this.#body ?? '', partnerReference, sku]
    const redact = redactorFor(texts, sender.redact)
    return {
      seq: this.seq,
      at: new Date(this.arrivedAt).toISOString(),
      arrivedMs: this.arrivedMs,
      partner: this.partner,
      operation: this.operationId,
      request: {
        ...{ method: redact(this.#method), target: redact(this.#target), headers: sender.headers },
        body: this.#body === null ? null : redact(this.#body),
      },
      response: this.#answer && { ...this.#answer, answeredMs: this.#answeredMs },
      delivery: this.outcome && { outcome: this.outcome, atMs: this.#deliveredMs },
      order: this.#order && {
        ...this.#order,
        partnerReference: redact(partnerReference),
        sku: redact(sku),
      },
      fault: this.#fault,
      nearMiss: this.#nearMiss,
    }
  }
}
