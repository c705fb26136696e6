import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import type { OrderEffect } from '../contract/wire/exchange.ts'
import { faultOf } from '../contract/wire/fault.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { watchDelivery } from '../mock-server/http/delivery.ts'
import type { Entry } from '../mock-server/journal/journal-entry.ts'
import { lose } from '../mock-server/message/answer.ts'
import { held, send, sendInPart } from './deliver.ts'
import { reachesTarget, type Script, type Strike } from './faults.ts'
import { type Callers, callerOf } from './guard.ts'
import type { ProxyJournal } from './journal.ts'
import { readOrderBody } from './order-body.ts'
import { MOST_BODY_BYTES, type RefusalCode, refusal } from './refuse.ts'
import { type Route, routeOf } from './route.ts'
import type { AnswerRecorder } from './shape.ts'
import type { OrderCall, ProxyStore } from './store.ts'
import { type Answer, type Forward, passedOn, readWhole, textOf } from './upstream.ts'

/** A client with faults of its own, whose references are looked up before they are first bought. */
export type ScriptedClient = {
  readonly script: Script
  /** The references that the target knew before they were first bought. */
  readonly known: string[]
}

export type Way = Callers & {
  readonly forward: Forward
  readonly journal: ProxyJournal
  readonly record: AnswerRecorder
  readonly store: ProxyStore
  readonly clock: Clock
  readonly maxPurchases: number
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
  const passage: Passage = { way, request, response, entry }
  try {
    await answer(passage, routeOf(method, url, way.profile))
  } catch (cause) {
    if (cause === way.store.failure) return refuse(passage, 'recording-ended')
    way.onFault(`The proxy failed at ${method} of a client: ${(cause as Error).message}`)
    refuse(passage, 'store-failed')
  } finally {
    entry.release()
  }
}

type Passage = {
  readonly way: Way
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly entry: Entry
}

async function answer(passage: Passage, route: Route | string): Promise<void> {
  const { way, request, entry } = passage
  const body = isWithoutBody(request) ? '' : await readWhole(request, MOST_BODY_BYTES)
  // A client that leaves in mid-body waits for no answer.
  const hasLeft = typeof body !== 'string' && !body.isTooLong
  const caller = hasLeft ? undefined : callerOf(request, entry.sender, way)
  // Whose it is comes first: nobody hears of an exchange that may be another's.
  if (caller !== undefined && 'key' in caller) way.journal.identify(entry, caller.key)
  if (typeof route !== 'string') entry.operation(route.operation)
  if (caller === undefined) return
  if (typeof body === 'string' && body !== '') entry.body(textOf(body))
  if (!('key' in caller)) return refuse(passage, caller.code, caller.detail)
  if (typeof route === 'string') return refuse(passage, 'not-forwarded', route)
  if (typeof body !== 'string') return refuse(passage, 'body-too-large')
  if (way.store.failure !== null) return refuse(passage, 'recording-ended')
  if (!way.isTest()) return refuse(passage, 'not-in-test-mode')
  const isPurchase = route.operation === 'createOrder'
  if (!isPurchase && body !== '') return refuse(passage, 'malformed-request')
  const order = isPurchase
    ? readOrderBody(body, request.headers['content-type'])
    : { partnerReference: route.reference, sku: null }
  if (typeof order === 'string') return refuse(passage, 'invalid-body', `${order} It was not passed on.`)
  const { partnerReference: reference, sku } = order
  if (reference === null) return reply(passage, await passOn(passage, route, null))
  await answerAboutOrder(passage, route, isPurchase ? body : null, { reference, sku, key: caller.key })
}

/** Answers without the target, in the profile's shape. */
function refuse(passage: Passage, code: RefusalCode, detail?: string, retryAfterSeconds?: number): void {
  reply(passage, refusal(code, passage.way.profile, detail, retryAfterSeconds))
}

async function answerAboutOrder(
  passage: Passage,
  route: Route,
  body: string | null,
  { reference, sku: asked, key }: Pick<OrderCall, 'reference' | 'sku' | 'key'>,
): Promise<void> {
  const { way, response, entry } = passage
  const { clock, clients, maxPurchases, profile, scripts, store } = way
  const isPurchase = body !== null
  const operation = isPurchase ? 'createOrder' : 'lookupOrder'
  const client = clients.get(key)
  const { refused, strike, sku, isNew } = await store.admit({
    ...{ seq: entry.seq, arrivedMs: entry.arrivedMs, key, operation, reference, sku: asked, maxPurchases },
    scripted: (card, nth) =>
      faultOf({ faults: client?.script ?? scripts.get(card ?? '') ?? [] }, operation, nth),
  })
  if (refused !== null)
    return refuse(passage, refused, refused === 'no-purchases-left' ? noneLeft(maxPurchases) : undefined)
  if (strike !== undefined) {
    const { at, does, ordered } = strike
    entry.fault({ at, does: does.kind, ...(ordered && { ordered }) })
  }
  const note = (effect: OrderEffect) => entry.order({ partnerReference: reference, sku: sku ?? '', effect })
  if (isPurchase || sku !== null) note('none')
  if (strike?.at === 'before-recording' && strike.does.kind === 'stall')
    await held(response, clock, strike.does.seconds)
  if (!reachesTarget(strike)) return suffer(passage, strike, undefined)
  if (!isPurchase) return suffer(passage, strike, await passOn(passage, route, null))
  // Once it is committed, it is sent: a client that leaves does not call it off.
  note('unknown')
  if (isNew && client !== undefined && (await isKnown(way, reference))) client.known.push(reference)
  const answered = await passOn(passage, route, body)
  // The proxy's own, a 502, says nothing of the order.
  const { status } = answered
  if (isNew && status === profile.errors.referenceConflict) client?.known.push(reference)
  if (status < 200 || (status > 299 && status < 500)) note('none')
  if (status >= 200 && status < 300) note(store.confirm(reference) ? 'recorded' : 'replayed')
  await suffer(passage, strike, answered)
}

/** Passes the request on; where its answer is none that can be handed on, the proxy says so itself. */
async function passOn(passage: Passage, { operation, target }: Route, body: string | null): Promise<Answer> {
  const { entry, request, way } = passage
  const { method = '', rawHeaders } = request
  const sentMs = way.journal.elapsedMs()
  entry.upstream({ sentMs, response: null, failure: null })
  const isPurchase = operation === 'createOrder'
  const outcome = await way.forward({ method, target, headers: passedOn(rawHeaders, isPurchase), body })
  if ('status' in outcome) {
    const recorded = way.record(outcome, entry.sender.redact)
    const response = { ...recorded, answeredMs: way.journal.elapsedMs() }
    entry.upstream({ sentMs, response, failure: null })
    return outcome
  }
  const { failure, isEcho } = outcome
  entry.upstream({ sentMs, response: null, failure: entry.sender.redact(failure) })
  const open = isPurchase
    ? ' Whether it was bought is unknown: look it up, or send the identical body again.'
    : ''
  return isEcho
    ? refusal(
        'key-in-answer',
        way.profile,
        `The answer of the target holds its own key, and is not handed on.${open}`,
      )
    : refusal('target-failed', way.profile, `The target gave no answer that can be used: ${failure}.${open}`)
}

/** Ends a request about an order as its fault has it; without one, by the answer. */
async function suffer(
  passage: Passage,
  strike: Strike | undefined,
  answered: Answer | undefined,
): Promise<void> {
  const { response, way } = passage
  if (strike?.does.kind === 'refuse') {
    const { cause, retryAfterSeconds } = strike.does
    const when = answered === undefined ? 'before' : 'after'
    const detail = `A fault that was ordered at the proxy answers so ${when} the target.`
    return refuse(passage, cause === 'withdrawn-sku' ? 'unavailable' : cause, detail, retryAfterSeconds)
  }
  const loss = strike?.does.kind === 'reset' ? 'reset' : 'close'
  if (answered === undefined) return lose(response, loss)
  if (strike === undefined || strike.at === 'before-recording') return reply(passage, answered)
  decide(passage, answered)
  if (strike.at === 'in-answer') return sendInPart(response, answered, strike.does, way.clock)
  if (strike.does.kind !== 'stall') return lose(response, loss)
  await held(response, way.clock, strike.does.seconds)
  reply(passage, answered)
}

function reply(passage: Passage, answered: Answer): void {
  decide(passage, answered)
  send(passage.response, answered)
}

function decide({ entry, way }: Passage, answered: Answer): void {
  entry.answer(way.record(answered, entry.sender.redact))
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
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return coding === undefined && length === '0'
}
