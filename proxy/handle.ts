import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import type { OrderEffect } from '../contract/wire/exchange.ts'
import { faultOf } from '../contract/wire/fault.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { watchDelivery } from '../mock-server/http/delivery.ts'
import type { Entry } from '../mock-server/journal/journal-entry.ts'
import { type CompleteAnswer, lose } from '../mock-server/message/answer.ts'
import { held, send, sendInPart } from './deliver.ts'
import { reachesTarget, type Script, type Strike } from './faults.ts'
import type { Callers, Guard } from './guard.ts'
import type { ProxyJournal } from './journal.ts'
import { readOrderBody } from './order-body.ts'
import { MOST_BODY_BYTES, type RefusalCode, refusal } from './refuse.ts'
import type { Route, Router } from './route.ts'
import type { AnswerRecorder } from './shape.ts'
import type { OrderCall, ProxyStore } from './store.ts'
import { type Answer, type Forward, passedOn, readWhole, textOf, type Unread } from './upstream.ts'

/** A client with faults of its own, whose references are looked up before they are first bought. */
export type ScriptedClient = {
  readonly script: Script
  /** The references that the target knew before they were first bought. */
  readonly known: string[]
}

/** All that a request meets on its way through the proxy. */
export type Way = Callers & {
  readonly guard: Guard
  readonly route: Router
  readonly forward: Forward
  readonly journal: ProxyJournal
  readonly record: AnswerRecorder
  readonly store: ProxyStore
  readonly clock: Clock
  readonly maxPurchases: number
  /** Whether ping has answered mode TEST. */
  readonly isTest: () => boolean
  /** The faults of real cards, by SKU. */
  readonly scripts: ReadonlyMap<string, Script>
  /** By the digest of their keys: they meet the faults of their own alone. */
  readonly clients: ReadonlyMap<string, ScriptedClient>
  /** Is called with what no answer can say: that the store failed, for one. */
  readonly onFault: (sentence: string) => void
}

/** Answers one request: by the target's own answer, unless a guard or a fault is in the way. */
export async function handle(way: Way, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', rawHeaders } = request
  const entry = way.journal.receive({ method, target: url, rawHeaders })
  watchDelivery(response, entry)
  const passage = new Passage(way, request, response, entry)
  try {
    await passage.answer()
  } catch (cause) {
    if (cause === way.store.failure) return passage.refuse('recording-ended')
    way.onFault(`The proxy failed at ${method} of a client: ${(cause as Error).message}`)
    passage.refuse('store-failed')
  } finally {
    entry.release()
  }
}

/** One request on its way through the proxy. */
class Passage {
  readonly #way: Way
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #entry: Entry
  /** What the target answered, and how that is recorded. */
  #answered: { readonly answer: Answer; readonly recorded: CompleteAnswer } | undefined

  constructor(way: Way, request: IncomingMessage, response: ServerResponse, entry: Entry) {
    this.#way = way
    this.#request = request
    this.#response = response
    this.#entry = entry
  }

  async answer(): Promise<void> {
    const [way, entry, request] = [this.#way, this.#entry, this.#request]
    const route = way.route(request.method ?? '', request.url ?? '')
    const body = isWithoutBody(request) ? '' : await bodyOf(request)
    // A client that leaves in mid-body waits for no answer.
    const hasLeft = typeof body !== 'string' && !body.isTooLong
    const caller = hasLeft ? undefined : way.guard(request, entry.sender)
    // Whose it is comes first: nobody hears of an exchange that may be another's.
    if (caller !== undefined && 'key' in caller) way.journal.identify(entry, caller.key)
    if (typeof route !== 'string') entry.operation(route.operation)
    if (caller === undefined) return
    if (typeof body === 'string' && body !== '') entry.body(textOf(body))
    if (!('key' in caller)) return this.refuse(caller.code, caller.detail)
    if (typeof route === 'string') return this.refuse('not-forwarded', route)
    if (typeof body !== 'string') return this.refuse('body-too-large')
    if (way.store.failure !== null) return this.refuse('recording-ended')
    if (!way.isTest()) return this.refuse('not-in-test-mode')
    const isPurchase = route.operation === 'createOrder'
    if (!isPurchase && body !== '') return this.refuse('malformed-request')
    const order = isPurchase ? readOrderBody(body, request.headers['content-type']) : route
    if (typeof order === 'string') return this.refuse('invalid-body', `${order} It was not passed on.`)
    const reference = 'partnerReference' in order ? order.partnerReference : order.reference
    if (reference === null) return this.#reply(await this.#passOn(route, null))
    const sku = 'sku' in order ? order.sku : null
    await this.#answerAboutOrder(route, isPurchase ? body : null, { reference, sku, key: caller.key })
  }

  /** Answers without the target, in the profile's shape. */
  refuse(code: RefusalCode, detail?: string, retryAfterSeconds?: number): void {
    this.#reply(refusal(code, this.#way.profile, detail, retryAfterSeconds))
  }

  async #answerAboutOrder(
    route: Route,
    body: string | null,
    { reference, sku: asked, key }: Pick<OrderCall, 'reference' | 'sku' | 'key'>,
  ): Promise<void> {
    const [way, entry, isPurchase] = [this.#way, this.#entry, body !== null]
    const operation = isPurchase ? 'createOrder' : 'lookupOrder'
    const { maxPurchases, scripts } = way
    const client = way.clients.get(key)
    const { refused, strike, sku, isNew } = await way.store.admit({
      ...{ seq: entry.seq, arrivedMs: entry.arrivedMs, key, operation, reference, sku: asked, maxPurchases },
      scripted: (card, nth) =>
        faultOf({ faults: client?.script ?? scripts.get(card ?? '') ?? [] }, operation, nth),
    })
    if (refused !== null)
      return this.refuse(refused, refused === 'no-purchases-left' ? noneLeft(maxPurchases) : undefined)
    if (strike !== undefined)
      entry.fault({
        at: strike.at,
        does: strike.does.kind,
        ...(strike.ordered && { ordered: strike.ordered }),
      })
    const note = (effect: OrderEffect) => entry.order({ partnerReference: reference, sku: sku ?? '', effect })
    if (isPurchase || sku !== null) note('none')
    if (strike?.at === 'before-recording' && strike.does.kind === 'stall')
      await held(this.#response, way.clock, strike.does.seconds)
    if (!reachesTarget(strike)) return this.#strike(strike, undefined)
    if (!isPurchase) return this.#strike(strike, await this.#passOn(route, null))
    // Once it is committed, it is sent: a client that leaves does not call it off.
    note('unknown')
    if (isNew && client !== undefined && (await isKnown(way, reference))) client.known.push(reference)
    const answer = await this.#passOn(route, body)
    if (answer === this.#answered?.answer) {
      const { status } = answer
      if (isNew && status === way.profile.errors.referenceConflict) client?.known.push(reference)
      if (status < 200 || (status > 299 && status < 500)) note('none')
      if (status >= 200 && status < 300) note(way.store.confirm(reference) ? 'recorded' : 'replayed')
    }
    await this.#strike(strike, answer)
  }

  /** Passes the request on; where its answer is none that can be handed on, the proxy says so itself. */
  async #passOn({ operation, target }: Route, body: string | null): Promise<Answer> {
    const { journal, forward, profile, record } = this.#way
    const entry = this.#entry
    const { method = '', rawHeaders } = this.#request
    const isPurchase = operation === 'createOrder'
    const sentMs = journal.elapsedMs()
    entry.upstream({ sentMs, response: null, failure: null })
    const outcome = await forward({ method, target, headers: passedOn(rawHeaders, isPurchase), body })
    if ('status' in outcome) {
      const recorded = record(outcome, entry.sender.redact, true)
      this.#answered = { answer: outcome, recorded }
      const response = { ...recorded, answeredMs: journal.elapsedMs() }
      entry.upstream({ sentMs, response, failure: null })
      return outcome
    }
    const { failure, isEcho } = outcome
    entry.upstream({ sentMs, response: null, failure: entry.sender.redact(failure) })
    const open = isPurchase
      ? ' Whether it was bought is unknown: look it up, or send the identical body again.'
      : ''
    const [code, found] = isEcho
      ? (['key-in-answer', 'The answer of the target holds its own key, and is not handed on.'] as const)
      : (['target-failed', `The target gave no answer that can be used: ${failure}.`] as const)
    return refusal(code, profile, found + open)
  }

  /** Ends a request about an order as its fault has it; without one, by the answer. */
  async #strike(strike: Strike | undefined, answered: Answer | undefined): Promise<void> {
    if (strike?.does.kind === 'refuse') {
      const { cause, retryAfterSeconds } = strike.does
      const when = answered === undefined ? 'before' : 'after'
      const detail = `A fault that was ordered at the proxy answers so ${when} the target.`
      return this.refuse(cause === 'withdrawn-sku' ? 'unavailable' : cause, detail, retryAfterSeconds)
    }
    const loss = strike?.does.kind === 'reset' ? 'reset' : 'close'
    if (answered === undefined) return lose(this.#response, loss)
    if (strike === undefined || strike.at === 'before-recording') return this.#reply(answered)
    this.#decide(answered)
    const { clock } = this.#way
    if (strike.at === 'in-answer') return sendInPart(this.#response, answered, strike.does, clock)
    if (strike.does.kind !== 'stall') return lose(this.#response, loss)
    await held(this.#response, clock, strike.does.seconds)
    this.#reply(answered)
  }

  #reply(answer: Answer): void {
    this.#decide(answer)
    send(this.#response, answer)
  }

  #decide(answer: Answer): void {
    const { record } = this.#way
    const { answer: ofTarget, recorded } = this.#answered ?? {}
    const isOfTarget = recorded !== undefined && answer === ofTarget
    this.#entry.answer(isOfTarget ? recorded : record(answer, this.#entry.sender.redact, false))
  }
}

function noneLeft(maxPurchases: number): string {
  return `${maxPurchases} purchases have been passed on, as many as --max-purchases allows, resends included. This one was not passed on.`
}

/** A purchase of a new reference must be new to the target, too: a lookup that finds it shows that it is not. */
async function isKnown({ profile, forward }: Way, reference: string): Promise<boolean> {
  const { method, path } = profile.lookup
  const target = expandPath(path, { partnerReference: reference })
  const outcome = await forward({ method, target, headers: [], body: null })
  return (
    'status' in outcome && outcome.status >= 200 && outcome.status < 300 && outcome.text.includes('"status"')
  )
}

function isWithoutBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
}

function bodyOf(request: IncomingMessage): Promise<string | Unread> {
  return new Promise((resolve) => readWhole(request, MOST_BODY_BYTES, resolve))
}
