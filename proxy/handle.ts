import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import type { OrderEffect } from '../contract/wire/exchange.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { watchDelivery } from '../mock-server/http/delivery.ts'
import { lose } from '../mock-server/message/answer.ts'
import { held, isWaitedFor, send, sendInPart } from './deliver.ts'
import { reachesTarget, type Script, type Strike, scriptedStrike } from './faults.ts'
import { type Callers, callerOf, refusedCaller } from './guard.ts'
import { digestOf, type Entry, type ProxyJournal } from './journal.ts'
import { readOrderBody } from './order-body.ts'
import { type RefusalCode, refusal } from './refuse.ts'
import type { Route, Router } from './route.ts'
import type { OrderCall, ProxyStore } from './store.ts'
import { type Answer, type Forward, passedOn, readWhole } from './upstream.ts'

/** All that a request meets on its way through the proxy. */
export type Way = Callers & {
  readonly route: Router
  readonly forward: Forward
  readonly journal: ProxyJournal
  readonly store: ProxyStore
  readonly clock: Clock
  readonly maxPurchases: number
  /** Whether ping has answered mode TEST. */
  readonly isTest: () => boolean
  /** The faults for a client key, by its digest, and a card. */
  readonly scriptFor: (key: string, sku: string | null) => Script
  /** Whether a reference is looked up before it is first bought, to see whether the target knew it before. */
  readonly isProbing: (key: string) => boolean
  /** Is called with a reference that the target knew before it was first bought. */
  readonly onKnown: (key: string, reference: string) => void
  /** Is called with what no answer can say: that the store failed, for one. */
  readonly onFault: (sentence: string) => void
}

const MOST_BODY_BYTES = 64 * 1024

const RECORDING_ENDED =
  'The proxy can no longer record what it passes on. This was not passed on, and nothing will be until the proxy is started again: it says why where it runs.'

/** Answers one request: by the target's own answer, unless a guard or a fault is in the way. */
export async function handle(way: Way, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', rawHeaders } = request
  const entry = way.journal.arrive({ method, target: url, rawHeaders })
  watchDelivery(response, { deliver: (outcome) => way.journal.deliver(entry, outcome) })
  const passage = new Passage(way, request, response, entry)
  try {
    await passage.answer()
  } catch (cause) {
    if (cause === way.store.failure) return passage.refuse('recording-ended', RECORDING_ENDED)
    way.onFault(`The proxy failed at ${method} of a client: ${(cause as Error).message}`)
    passage.refuse(
      'store-failed',
      'The proxy has a fault of its own. Nothing more is known of this request: look it up.',
    )
  }
}

/** One request on its way through the proxy. */
class Passage {
  readonly #way: Way
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #entry: Entry

  constructor(way: Way, request: IncomingMessage, response: ServerResponse, entry: Entry) {
    this.#way = way
    this.#request = request
    this.#response = response
    this.#entry = entry
  }

  async answer(): Promise<void> {
    const way = this.#way
    const entry = this.#entry
    const stranger = refusedCaller(this.#request, way)
    const route = way.route(entry.head.method, entry.head.target)
    if (typeof route !== 'string') entry.operation = route.operation
    const body = isWithoutBody(this.#request) ? '' : await bodyOf(this.#request)
    // A client that leaves in mid-body waits for no answer.
    if (body === undefined) return
    entry.body = body === '' || body === TOO_LONG ? null : body
    if (stranger !== undefined) return this.refuse(stranger.code, stranger.detail)
    const caller = callerOf(this.#request, way)
    if ('code' in caller) return this.refuse(caller.code, caller.detail)
    way.journal.identify(entry, caller.key)
    if (typeof route === 'string') return this.refuse('not-forwarded', route)
    if (body === TOO_LONG)
      return this.refuse('body-too-large', `A body has at most ${MOST_BODY_BYTES} bytes here.`)
    if (way.store.failure !== null) return this.refuse('recording-ended', RECORDING_ENDED)
    if (!way.isTest())
      return this.refuse(
        'not-in-test-mode',
        'The target has not answered a ping with the mode TEST: nothing is passed on.',
      )
    const isPurchase = route.operation === 'createOrder'
    if (!isPurchase && body !== '')
      return this.refuse('malformed-request', 'Only a purchase has a body that is passed on.')
    const order = isPurchase ? readOrderBody(body, this.#request.headers['content-type']) : route
    if (typeof order === 'string') return this.refuse('invalid-body', `${order} It was not passed on.`)
    const reference = 'partnerReference' in order ? order.partnerReference : order.reference
    if (reference === null) return this.#reply(await this.#passOn(route))
    const sku = 'sku' in order ? order.sku : null
    await this.#answerAboutOrder(route, { reference, sku, key: digestOf(caller.key) })
  }

  /** Answers without the target, in the profile's shape. */
  refuse(code: RefusalCode, detail: string, retryAfterSeconds?: number): void {
    this.#reply(refusal(code, detail, this.#way.profile, retryAfterSeconds))
  }

  async #answerAboutOrder(
    route: Route,
    { reference, sku: asked, key }: Pick<OrderCall, 'reference' | 'sku' | 'key'>,
  ): Promise<void> {
    const way = this.#way
    const entry = this.#entry
    const isPurchase = route.operation === 'createOrder'
    const operation = isPurchase ? 'createOrder' : 'lookupOrder'
    const { maxPurchases } = way
    const { refused, strike, sku, isNew } = await way.store.admit({
      ...{ seq: entry.seq, arrivedMs: entry.arrivedMs, key, operation, reference, sku: asked, maxPurchases },
      scripted: (card, nth) => scriptedStrike(way.scriptFor(key, card), operation, nth),
    })
    if (refused !== null) return this.refuse(refused, REFUSED[refused](way))
    entry.strike = strike
    if (isPurchase || sku !== null)
      entry.order = { partnerReference: reference, sku: sku ?? '', effect: 'none' }
    if (strike?.at === 'before-recording' && strike.does.kind === 'stall')
      await held(this.#response, way.clock, strike.does.seconds)
    if (!reachesTarget(strike)) return this.#strike(strike, undefined)
    if (!isPurchase) return this.#strike(strike, await this.#passOn(route))
    // Once it is committed, it is sent: a client that leaves does not call it off.
    this.#note('unknown')
    if (isNew && way.isProbing(key)) await probe(way, key, reference)
    const answer = await this.#passOn(route)
    if (answer === entry.upstream?.answer) {
      const { status } = answer
      if (isNew && status === way.profile.errors.referenceConflict) way.onKnown(key, reference)
      if (status < 200 || (status > 299 && status < 500)) this.#note('none')
      if (status >= 200 && status < 300)
        this.#note(way.store.confirm(reference, isNew) ? 'recorded' : 'replayed')
    }
    await this.#strike(strike, answer)
  }

  #note(effect: OrderEffect): void {
    if (this.#entry.order !== null) this.#entry.order = { ...this.#entry.order, effect }
  }

  /** Passes the request on; where its answer is none that can be handed on, the proxy says so itself. */
  async #passOn({ operation, target }: Route): Promise<Answer> {
    const { journal, forward, profile } = this.#way
    const entry = this.#entry
    const { method, rawHeaders } = entry.head
    const isPurchase = operation === 'createOrder'
    entry.sentMs = journal.elapsedMs()
    const headers = passedOn(rawHeaders, isPurchase)
    const outcome = await forward({ method, target, headers, body: entry.body })
    const answeredMs = journal.elapsedMs()
    if ('status' in outcome) {
      entry.upstream = { answer: outcome, failure: null, answeredMs }
      return outcome
    }
    const { failure, isEcho } = outcome
    entry.upstream = { answer: null, failure, answeredMs }
    const open = isPurchase
      ? ' Whether it was bought is unknown: look it up, or send the identical body again.'
      : ''
    return isEcho
      ? refusal(
          'key-in-answer',
          `The answer of the target holds its own key, and is not handed on.${open}`,
          profile,
        )
      : refusal('target-failed', `The target gave no answer that can be used: ${failure}.${open}`, profile)
  }

  /** Ends a request about an order as its fault has it; without one, by the answer. */
  async #strike(strike: Strike | undefined, answered: Answer | undefined): Promise<void> {
    if (strike?.does.kind === 'refuse') {
      const { cause, retryAfterSeconds } = strike.does
      const when = answered === undefined ? 'before' : 'after'
      const detail = `A fault that was ordered at the proxy answers so ${when} the target.`
      return this.refuse(cause === 'withdrawn-sku' ? 'unavailable' : cause, detail, retryAfterSeconds)
    }
    if (answered === undefined) return this.#lose(strike)
    if (strike === undefined || strike.at === 'before-recording') return this.#reply(answered)
    this.#decide(answered)
    const { clock } = this.#way
    if (strike.at === 'in-answer') {
      await sendInPart(this.#response, answered, strike.does, clock)
      return this.#leaveIfGone()
    }
    if (strike.does.kind !== 'stall') return this.#lose(strike)
    await held(this.#response, clock, strike.does.seconds)
    this.#reply(answered)
  }

  #lose(strike: Strike | undefined): void {
    lose(this.#response, strike?.does.kind === 'reset' ? 'reset' : 'close')
    this.#way.journal.settle(this.#entry)
  }

  #reply(answer: Answer): void {
    this.#decide(answer)
    send(this.#response, answer)
    this.#leaveIfGone()
  }

  #decide(answer: Answer): void {
    this.#entry.reply = answer
    this.#entry.answeredMs = this.#way.journal.elapsedMs()
    this.#way.journal.changed(this.#entry)
  }

  /** A client that had left before gets no event of its own. */
  #leaveIfGone(): void {
    if (this.#entry.delivery !== null && !isWaitedFor(this.#response)) this.#way.journal.settle(this.#entry)
  }
}

/** Why a request about an order is not passed on. */
const REFUSED = {
  'reference-of-another-key': () =>
    'Another client key has used this reference before: it was not passed on. Use a reference of its own for each purchase.',
  'no-purchases-left': ({ maxPurchases }: Way) =>
    `${maxPurchases} purchases have been passed on, as many as --max-purchases allows, resends included. This one was not passed on.`,
}

/** A purchase of a new reference must be new to the target, too: a lookup that finds it shows that it is not. */
async function probe(way: Way, key: string, reference: string): Promise<void> {
  const { method, path } = way.profile.lookup
  const target = expandPath(path, { partnerReference: reference })
  const outcome = await way.forward({ method, target, headers: [], body: null })
  const isFound =
    'status' in outcome && outcome.status >= 200 && outcome.status < 300 && outcome.text.includes('"status"')
  if (isFound) way.onKnown(key, reference)
}

function isWithoutBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
}

const TOO_LONG = Symbol('too long')

/** The body of a request; undefined where the client left in the middle of it. */
function bodyOf(request: IncomingMessage): Promise<string | typeof TOO_LONG | undefined> {
  return new Promise((resolve) =>
    readWhole(request, MOST_BODY_BYTES, (body) =>
      resolve(typeof body === 'string' ? body : body.isTooLong ? TOO_LONG : undefined),
    ),
  )
}
