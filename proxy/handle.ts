import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { summaryAt } from '../contract/wire/bodies.ts'
import type { OrderEffect } from '../contract/wire/exchange.ts'
import { faultOf } from '../contract/wire/fault.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { watchDelivery } from '../mock-server/http/delivery.ts'
import type { Entry } from '../mock-server/journal/journal-entry.ts'
import { deliver, held, reachesTarget, type Script, type Strike } from './faults.ts'
import { type Callers, callerOf, MOST_BODY_BYTES, type RefusalCode, refusal } from './guard.ts'
import type { ProxyJournal } from './journal.ts'
import { type Route, readOrderBody, routeOf } from './route.ts'
import { type Answer, recorded } from './shape.ts'
import type { OrderCall, ProxyStore } from './store.ts'
import { type Forward, passedOn, readWhole } from './upstream.ts'

export const TEST = 'TEST'

/** A client with faults of its own, whose references are looked up before they are first bought. */
export type ScriptedClient = {
  readonly script: Script
  /** The references that the target knew before they were first bought. */
  readonly known: string[]
}

export type Way = Callers & {
  readonly forward: Forward
  readonly journal: ProxyJournal
  readonly store: ProxyStore
  readonly clock: Clock
  readonly maxPurchases: number
  /** What the target's pings said: another one than TEST, once one of them has. */
  readonly mode: () => string
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
  const passage: Passage = { way, request, response, entry, strike: undefined }
  const answer = await answerTo(passage, routeOf(method, url, way.profile)).catch((cause) => {
    if (cause === way.store.failure) return refusal('recording-ended', way.profile)
    way.onFault(`The proxy failed at ${method} of a client: ${(cause as Error).message}`)
    return refusal('store-failed', way.profile)
  })
  if (answer !== undefined) entry.answer(recorded(answer, entry.sender.redact))
  await deliver(response, answer, passage.strike, way.clock)
  entry.release()
}

type Passage = {
  readonly way: Way
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly entry: Entry
  strike: Strike | undefined
}

/** What a request is answered by; undefined where it is not answered. */
async function answerTo(passage: Passage, route: Route | string): Promise<Answer | undefined> {
  const { way, request, entry } = passage
  const refuse = (code: RefusalCode, detail?: string) => refusal(code, way.profile, detail)
  const body = await readWhole(request, MOST_BODY_BYTES)
  const caller = callerOf(request, entry.sender, way)
  // Whose it is comes first: nobody hears of an exchange that may be another's.
  if ('key' in caller) way.journal.identify(entry, caller.key)
  if (typeof route !== 'string') entry.operation(route.operation)
  // A client that leaves in mid-body waits for no answer.
  if (body === undefined) return undefined
  const isTooLarge = body.length > MOST_BODY_BYTES
  if (body.length > 0 && !isTooLarge) entry.body(body.toString())
  if (!('key' in caller)) return refuse(caller.code, caller.detail)
  if (typeof route === 'string') return refuse('not-forwarded', route)
  if (isTooLarge) return refuse('body-too-large')
  if (way.store.failure !== null) return refuse('recording-ended')
  if (way.mode() !== TEST) return refuse('not-in-test-mode', leftTest(way.mode()))
  const { key } = caller
  if (route.operation === 'createOrder') {
    const order = readOrderBody(body, request.headers['content-type'])
    if (typeof order === 'string') return refuse('invalid-body', `${order} It was not passed on.`)
    return answerAboutOrder(passage, route, body, { ...order, key })
  }
  if (body.length > 0) return refuse('malformed-request')
  const { reference } = route
  return reference === null
    ? passOn(passage, route, null)
    : answerAboutOrder(passage, route, null, { reference, sku: null, key })
}

async function answerAboutOrder(
  passage: Passage,
  route: Route,
  body: Buffer | null,
  asked: Pick<OrderCall, 'reference' | 'sku' | 'key'>,
): Promise<Answer | undefined> {
  const { way, response, entry } = passage
  const { clock, clients, maxPurchases, profile, scripts, store } = way
  const { reference } = asked
  const isPurchase = body !== null
  const operation = isPurchase ? 'createOrder' : 'lookupOrder'
  const client = clients.get(asked.key)
  const { refused, strike, sku, isNew } = await store.admit({
    ...{ ...asked, seq: entry.seq, arrivedMs: entry.arrivedMs, operation, maxPurchases },
    scripted: (card, nth) =>
      faultOf({ faults: client?.script ?? scripts.get(card ?? '') ?? [] }, operation, nth),
  })
  if (refused !== null)
    return refusal(refused, profile, refused === 'no-purchases-left' ? noneLeft(maxPurchases) : undefined)
  if (strike !== undefined) {
    const { at, does, ordered } = strike
    entry.fault({ at, does: does.kind, ...(ordered && { ordered }) })
  }
  const note = (effect: OrderEffect) => entry.order({ partnerReference: reference, sku: sku ?? '', effect })
  if (isPurchase || sku !== null) note('none')
  if (strike?.at === 'before-recording' && strike.does.kind === 'stall')
    await held(response, clock, strike.does.seconds)
  const isReached = reachesTarget(strike)
  if (isReached && isPurchase) {
    // Once it is committed, it is sent: a client that leaves does not call it off.
    note('unknown')
    if (isNew && client !== undefined && (await isKnown(way, reference))) client.known.push(reference)
  }
  const answer = isReached ? await passOn(passage, route, body) : undefined
  if (isPurchase && answer !== undefined) {
    // The proxy's own, a 502, says nothing of the order, and so does a success without its summary.
    const { status, text } = answer
    const isSuccess = status >= 200 && status < 300
    if (isNew && status === profile.errors.referenceConflict) client?.known.push(reference)
    if (status < 200 || (status > 299 && status < 500)) note('none')
    if (isSuccess && summaryAt(parseJson(text), 'createOrder') !== undefined)
      note(store.confirm(reference) ? 'recorded' : 'replayed')
  }
  if (strike?.does.kind === 'refuse') return orderedRefusal(strike.does, isReached, profile)
  passage.strike = strike
  return answer
}

/** Passes the request on; where its answer is none that can be handed on, the proxy says so itself. */
async function passOn(passage: Passage, { operation, target }: Route, body: Buffer | null): Promise<Answer> {
  const { entry, request, way } = passage
  const { method = '', rawHeaders } = request
  const sentMs = way.journal.elapsedMs()
  entry.upstream({ sentMs, response: null, failure: null })
  const isPurchase = operation === 'createOrder'
  const outcome = await way.forward({ method, target, headers: passedOn(rawHeaders, isPurchase), body })
  if ('status' in outcome) {
    const response = { ...recorded(outcome, entry.sender.redact), answeredMs: way.journal.elapsedMs() }
    entry.upstream({ sentMs, response, failure: null })
    return outcome
  }
  const { failure, isEcho } = outcome
  entry.upstream({ sentMs, response: null, failure: entry.sender.redact(failure) })
  const found = isEcho
    ? 'The answer of the target holds its own key, and is not handed on.'
    : `The target gave no answer that can be used: ${failure}.`
  const open = ' Whether it was bought is unknown: look it up, or send the identical body again.'
  return refusal(isEcho ? 'key-in-answer' : 'target-failed', way.profile, isPurchase ? found + open : found)
}

function orderedRefusal(
  { cause, retryAfterSeconds }: Extract<Strike['does'], { kind: 'refuse' }>,
  isAfter: boolean,
  profile: Profile,
): Answer {
  const detail = `A fault that was ordered at the proxy answers so ${isAfter ? 'after' : 'before'} the target.`
  return refusal(cause === 'withdrawn-sku' ? 'unavailable' : cause, profile, detail, retryAfterSeconds)
}

function leftTest(mode: string): string {
  return `The target has answered a ping with the mode ${JSON.stringify(mode.slice(0, 32))}: this was not passed on, and nothing will be. Set the target back to TEST, and start the proxy again.`
}

function noneLeft(maxPurchases: number): string {
  return `${maxPurchases} purchases have been passed on, as many as --max-purchases allows, resends included. This one was not passed on.`
}

/** A purchase of a new reference must be new to the target, too: a lookup that finds it shows that it is not. */
async function isKnown({ profile, forward }: Way, reference: string): Promise<boolean> {
  const { method, path } = profile.lookup
  const target = expandPath(path, { partnerReference: reference })
  const outcome = await forward({ method, target })
  return (
    'status' in outcome && outcome.status >= 200 && outcome.status < 300 && outcome.text.includes('"status"')
  )
}
