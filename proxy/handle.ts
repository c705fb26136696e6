import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { held, isWaitedFor, loseConnection, send, watchDelivery } from './deliver.ts'
import { reachesTarget, type Script, scriptedStrike } from './faults.ts'
import { type Callers, callerOf, refusedCaller } from './guard.ts'
import { digestOf, type Entry, type ProxyJournal, type Reply } from './journal.ts'
import { readOrderBody } from './order-body.ts'
import { type RefusalCode, refusal } from './refuse.ts'
import type { Route, Router } from './route.ts'
import type { Admission, ProxyStore } from './store.ts'
import { type Answer, chunksOf, type Forward, joined, passedOn } from './upstream.ts'

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

/** Answers one request: by the target's own answer, unless a guard or a fault is in the way. */
export async function handle(way: Way, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const entry = way.journal.arrive(request)
  watchDelivery(response, (outcome) => way.journal.deliver(entry, outcome))
  try {
    await answer(way, entry, request, response)
  } catch (cause) {
    way.onFault(`The proxy failed at ${entry.method} of a client: ${(cause as Error).message}`)
    await reply(
      way,
      entry,
      response,
      own(
        way,
        'store-failed',
        'The proxy has a fault of its own. Nothing more is known of this request: look it up.',
      ),
    )
  }
}

async function answer(
  way: Way,
  entry: Entry,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (code: RefusalCode, detail: string) => reply(way, entry, response, own(way, code, detail))
  const stranger = refusedCaller(request, way)
  const route = way.route(entry.method, entry.target)
  if (typeof route !== 'string') entry.operation = route.operation
  const body = await bodyOf(request)
  entry.body = body === undefined || body.length === 0 ? null : body
  if (stranger !== undefined) return refuse(stranger.code, stranger.detail)
  const caller = callerOf(request, way)
  if ('code' in caller) return refuse(caller.code, caller.detail)
  way.journal.identify(entry, caller.key)
  if (typeof route === 'string') return refuse('not-forwarded', route)
  if (body === undefined) return refuse('body-too-large', `A body has at most ${MOST_BODY_BYTES} bytes here.`)
  if (!way.isTest())
    return refuse(
      'not-in-test-mode',
      'The target has not answered a ping with the mode TEST: nothing is passed on.',
    )
  const isPurchase = route.operation === 'createOrder'
  if (!isPurchase && body.length > 0)
    return refuse('malformed-request', 'Only a purchase has a body that is passed on.')
  const order = isPurchase ? readOrderBody(body, request.headers['content-type']) : route
  if (typeof order === 'string') return refuse('invalid-body', `${order} It was not passed on.`)
  const reference = 'partnerReference' in order ? order.partnerReference : order.reference
  if (reference === null) {
    const result = await forwarded(way, entry, route)
    return reply(way, entry, response, result.reply)
  }
  const sku = 'sku' in order ? order.sku : null
  await answerAboutOrder(way, entry, response, { route, reference, sku, key: digestOf(caller.key) })
}

type OrderRequest = {
  readonly route: Route
  readonly reference: string
  readonly sku: string | null
  readonly key: string
}

async function answerAboutOrder(
  way: Way,
  entry: Entry,
  response: ServerResponse,
  asked: OrderRequest,
): Promise<void> {
  const { route, reference, key } = asked
  const admission = admit(way, entry, asked)
  if (admission.refused === 'reference-of-another')
    return reply(
      way,
      entry,
      response,
      own(
        way,
        'reference-of-another-key',
        'Another client key has used this reference before: it was not passed on. Use a reference of its own for each purchase.',
      ),
    )
  if (admission.refused !== null)
    return reply(
      way,
      entry,
      response,
      own(
        way,
        'no-purchases-left',
        `${way.maxPurchases} purchases have been passed on, as many as --max-purchases allows, resends included. This one was not passed on.`,
      ),
    )
  const { strike, sku, isNew } = admission
  const isPurchase = route.operation === 'createOrder'
  entry.strike = strike
  entry.order =
    isPurchase || sku !== null ? { partnerReference: reference, sku: sku ?? '', effect: 'none' } : null
  if (strike?.at === 'before-recording' && strike.does.kind === 'stall')
    await held(response, way.clock, strike.does.seconds)
  if (!reachesTarget(strike)) return strikeAt(way, entry, response, undefined)
  // Once it is committed, it is sent: a client that leaves does not call it off.
  if (isPurchase) entry.order = { partnerReference: reference, sku: sku ?? '', effect: 'unknown' }
  if (isPurchase && isNew && way.isProbing(key)) await probe(way, key, reference)
  const result = await forwarded(way, entry, route)
  if (isPurchase && result.answer !== null) noteAnswer(way, entry, result.answer, reference, isNew)
  await strikeAt(way, entry, response, result.reply)
}

function admit(way: Way, entry: Entry, { route, reference, sku, key }: OrderRequest): Admission {
  const operation = route.operation === 'createOrder' ? 'createOrder' : 'lookupOrder'
  return way.store.admit({
    ...{
      seq: entry.seq,
      arrivedMs: entry.arrivedMs,
      key,
      operation,
      reference,
      sku,
      maxPurchases: way.maxPurchases,
    },
    scripted: (card, nth) => scriptedStrike(way.scriptFor(key, card), operation, nth),
  })
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

function noteAnswer(way: Way, entry: Entry, { status }: Answer, reference: string, isNew: boolean): void {
  const isFirst = way.store.answered(entry.seq, reference, status)
  if (isNew && status === way.profile.errors.referenceConflict && entry.key !== null)
    way.onKnown(entry.key, reference)
  const effect =
    status >= 500 ? 'unknown' : status < 200 || status > 299 ? 'none' : isFirst ? 'recorded' : 'replayed'
  if (entry.order !== null) entry.order = { ...entry.order, effect }
}

type Result = { readonly reply: Reply; readonly answer: Answer | null }

async function forwarded(way: Way, entry: Entry, { operation, target }: Route): Promise<Result> {
  const { journal, forward } = way
  const isPurchase = operation === 'createOrder'
  const body = isPurchase ? entry.body : null
  const headers = passedOn(entry.rawHeaders, isPurchase)
  entry.sentMs = journal.elapsedMs()
  const outcome = await forward({ method: entry.method, target, headers, body })
  const answeredMs = journal.elapsedMs()
  const isAnswer = 'status' in outcome
  entry.upstream = {
    answeredMs,
    answer: isAnswer ? outcome : null,
    failure: isAnswer ? null : outcome.failure,
  }
  if (isAnswer) return { reply: { ...outcome, isOwn: false }, answer: outcome }
  const open = isPurchase
    ? ' Whether it was bought is unknown: look it up, or send the identical body again.'
    : ''
  const detail = outcome.isEcho
    ? `The answer of the target holds its own key, and is not handed on.${open}`
    : `The target gave no answer that can be used: ${outcome.failure}.${open}`
  return { reply: own(way, outcome.isEcho ? 'key-in-answer' : 'target-failed', detail), answer: null }
}

/** Ends a request about an order as its fault has it; without one, by the answer. */
async function strikeAt(
  way: Way,
  entry: Entry,
  response: ServerResponse,
  answered: Reply | undefined,
): Promise<void> {
  const { strike } = entry
  const { clock, profile } = way
  if (strike?.does.kind === 'refuse') {
    const { cause, retryAfterSeconds } = strike.does
    const code = cause === 'withdrawn-sku' ? 'unavailable' : cause
    return reply(
      way,
      entry,
      response,
      refusal(
        code,
        `A fault that was ordered at the proxy answers so ${answered === undefined ? 'before' : 'after'} the target.`,
        profile,
        retryAfterSeconds,
      ),
    )
  }
  if (answered === undefined) return lose(way, entry, response)
  if (strike === undefined || strike.at === 'before-recording') return reply(way, entry, response, answered)
  decide(way, entry, answered)
  if (strike.at === 'in-answer')
    return send(response, answered, strike.does, clock).finally(() => leaveIfGone(way, entry, response))
  if (strike.does.kind === 'stall') {
    await held(response, clock, strike.does.seconds)
    return reply(way, entry, response, answered)
  }
  return lose(way, entry, response)
}

function lose(way: Way, entry: Entry, response: ServerResponse): void {
  const kind = entry.strike?.does.kind
  loseConnection(response, kind === 'reset' ? 'reset' : 'close')
  way.journal.settle(entry)
}

function own({ profile }: Way, code: RefusalCode, detail: string): Reply {
  return refusal(code, detail, profile)
}

function decide({ journal }: Way, entry: Entry, decided: Reply): void {
  entry.reply = decided
  entry.answeredMs = journal.elapsedMs()
  journal.changed(entry)
}

async function reply(way: Way, entry: Entry, response: ServerResponse, decided: Reply): Promise<void> {
  decide(way, entry, decided)
  await send(response, decided, undefined, way.clock)
  leaveIfGone(way, entry, response)
}

/** A client that had left before gets no event of its own. */
function leaveIfGone({ journal }: Way, entry: Entry, response: ServerResponse): void {
  if (!isWaitedFor(response) && entry.delivery !== null) journal.settle(entry)
}

/** The body of a request; undefined where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const length = request.headers['content-length']
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return NOTHING
  const chunks = await chunksOf(request, MOST_BODY_BYTES)
  return chunks && joined(chunks)
}

const NOTHING = Buffer.alloc(0)
