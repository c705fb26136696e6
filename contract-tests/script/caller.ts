import { setMaxListeners } from 'node:events'
import { whatIsSaid } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { pathPattern } from '../../contract/wire/path-template.ts'
import type { Entry, KeyUsed } from '../history/history.ts'
import { failureText } from '../http/connection-failure.ts'
import { type Network, type Received, type SentRequest, socketNetwork } from '../http/http-client.ts'
import type { Answer } from '../run/answer.ts'
import { lookupSummary, type ReadSummary } from '../run/answer.ts'
import { type ApiClient, type ApiRequest, openApiClient, orderBody } from '../run/api-client.ts'
import { type Pace, realPace } from '../run/pace.ts'
import { Recorder } from '../run/recorder.ts'
import { retryAfterMs } from '../run/retry-after.ts'
import { FAIR_WEATHER, REFERENCE_PREFIX, type Target } from '../run/target.ts'

/** What a run needs in addition to its target: time, network, a progress callback and a signal. */
export type Surroundings = {
  readonly pace?: Pace
  /** How requests reach the target; over a socket by default. */
  readonly network?: Network
  /** Called with what the run is doing, in a few words. */
  readonly say?: (text: string) => void
  /** Ends the run when it aborts: requests in progress are cancelled, and no other is sent. */
  readonly signal?: AbortSignal
  /** Called before each purchase, with the line of the script that sends it. */
  readonly onPurchase?: (line: string, sku: string) => void
}

/** A key that a request is sent with in place of the run's own. */
export type OtherKey = { readonly used: KeyUsed; readonly value: string | null }

type Request = Omit<ApiRequest, 'key'> & { readonly key?: OtherKey }

/** How often what says nothing is asked again: a read, and a purchase, which the limit counts; and how long after it. */
const ASKED_AGAIN = { read: 2, purchase: 1 } as const
const PAUSE_MS = 500

/** After so many requests in a row without an answer none is asked again. */
const MOST_UNANSWERED = 8

/** How many purchases the last lines send: those that must be refused, and the reference client's. */
const LAST_PURCHASES = 7

/** Sends what a script says, keeps the whole history, and never sends more purchases than the limit. */
export class Caller {
  readonly target: Target
  readonly profile: Profile
  readonly pace: Pace
  readonly signal: AbortSignal
  readonly recorder: Recorder
  readonly entries: Entry[] = []
  readonly say: (text: string) => void
  /** How long after a purchase the balance shows it, as far as this run has learned. Milliseconds. */
  lagMs = 0
  /** What the last lookup of each order found. */
  readonly found = new Map<string, ReadSummary>()
  /** Orders to whose last body nothing was said, by reference. */
  readonly inDoubt = new Map<string, OrderRequest>()
  /** Whether only the last lines are left: those that must be refused, and the reference client's. */
  isAtLast = false
  #sent = 0
  #planned = 0
  #unanswered = 0
  #line = ''
  readonly #api: ApiClient
  readonly #surroundings: Surroundings

  constructor(target: Target, surroundings: Surroundings = {}) {
    const { say = () => {}, network, pace = realPace } = surroundings
    this.signal = AbortSignal.any(surroundings.signal === undefined ? [] : [surroundings.signal])
    // Every request and every wait in progress listens to it.
    setMaxListeners(0, this.signal)
    this.target = target
    this.profile = target.profile
    this.pace = { now: pace.now, sleep: (milliseconds) => pace.sleep(milliseconds, this.signal) }
    this.recorder = new Recorder(
      this.pace,
      [target.apiKey, target.notAllowedKey ?? ''],
      this.profile.auth.header,
    )
    this.say = say
    this.#surroundings = surroundings
    this.#api = openApiClient(target, this.recorder, { ...network, signal: this.signal })
  }

  /** How many purchases were sent: every request that could buy, also an identical body. */
  get sent(): number {
    return this.#sent
  }

  /** Whether the limit covers so many purchases more. */
  covers(purchases: number): boolean {
    return this.#sent + purchases <= this.target.maxPurchases
  }

  /** How many purchases the rest of the script sends in fair weather: what is asked again leaves them. */
  get keeps(): number {
    const rest = FAIR_WEATHER[this.target.thorough ? 'thorough' : 'usual'] - this.#planned
    return this.isAtLast ? 1 : Math.max(LAST_PURCHASES, rest)
  }

  /** A line of the script that sends purchases: left out, whole, if the limit does not cover it. */
  async line<Done>(title: string, purchases: number, take: () => Promise<Done>): Promise<Done | undefined> {
    if (!this.covers(purchases)) return undefined
    this.#line = title
    this.#planned += purchases
    this.say(title)
    return take()
  }

  /** Sends one request. */
  async send({ key = { used: 'own', value: this.target.apiKey }, ...request }: Request): Promise<Answer> {
    const answer = await this.#api.send({ ...request, key: key.value })
    const { exchange, failure, status } = answer
    this.#unanswered = status === null ? this.#unanswered + 1 : 0
    this.entries.push({ key: key.used, abandonedMs: null, failure, exchange })
    return answer
  }

  /** Sends a request, and asks again where the answer says nothing. */
  async ask(request: Request): Promise<Answer> {
    let answer = await this.send(request)
    const most = ASKED_AGAIN[request.operation === 'createOrder' ? 'purchase' : 'read']
    for (let again = 0; again < most && this.#isWorthAsking(answer); again += 1) {
      if (
        request.operation === 'createOrder' &&
        !(this.covers(this.keeps) && this.#spend(request.body ?? ''))
      )
        break
      await this.pace.sleep(retryAfterMs(answer, PAUSE_MS))
      answer = await this.send(request)
    }
    return answer
  }

  /** Whether an answer may be another one the next time. One that refuses the key, or leads elsewhere, is not. */
  #isWorthAsking({ status }: Answer): boolean {
    const { errors } = this.profile
    const isSettled =
      status !== null && (status < 400 || status === errors.unauthenticated || status === errors.ipNotAllowed)
    // A service that is gone is not asked again and again.
    return whatIsSaid(status, errors) === 'nothing' && !isSettled && this.#unanswered < MOST_UNANSWERED
  }

  /** Sends a purchase of the current line, again where its answer says nothing; undefined where the limit is reached. */
  async buy(order: OrderRequest, body = orderBody(order)): Promise<Answer | undefined> {
    if (!this.#spend(body)) return undefined
    const answer = await this.ask({ operation: 'createOrder', body })
    const isInDoubt = whatIsSaid(answer.status, this.profile.errors) === 'nothing'
    if (isInDoubt) this.inDoubt.set(order.partnerReference, order)
    else this.inDoubt.delete(order.partnerReference)
    return answer
  }

  /** Sends a body that must not be served; undefined where the limit is reached. */
  async tryToBuy(body: string, key?: OtherKey): Promise<Answer | undefined> {
    if (!this.#spend(body)) return undefined
    return this.ask({ operation: 'createOrder', body, ...(key !== undefined && { key }) })
  }

  /** Sends a purchase, and closes the connection before its answer arrives: a client timeout, made real. */
  async abandon(order: OrderRequest, afterMs: number): Promise<void> {
    const { auth } = this.profile
    const body = orderBody(order)
    if (!this.#spend(body)) return
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      [auth.header]: authHeaderValue(auth, this.target.apiKey),
    }
    const sent = { operation: 'createOrder', method: 'POST', target: '/orders', headers, body } as const
    const finish = this.recorder.send(sent)
    const { network } = this.#surroundings
    this.signal.throwIfAborted()
    await (network ?? socketNetwork(this.target.proxy)).cut(this.target.baseUrl, sent, afterMs, this.signal)
    const exchange = finish(null)
    const abandonedMs = Math.max(this.recorder.nowMs(), exchange.arrivedMs + afterMs)
    this.entries.push({ key: 'own', abandonedMs, failure: null, exchange })
  }

  /**
   * Sends a request of the reference client as it is, and keeps it in the history.
   *
   * @throws {Error} where no answer arrives, or the limit does not cover a purchase.
   */
  async relay(request: Omit<SentRequest, 'operation'>): Promise<Received> {
    const operation = operationOf(request, this.profile)
    if (operation === 'createOrder' && !this.#spend(request.body ?? ''))
      throw new Error('the limit of purchases is reached')
    const sent = { ...request, operation }
    const finish = this.recorder.send(sent)
    const keep = (received: Received | null, failure: string | null) =>
      this.entries.push({ key: 'own', abandonedMs: null, failure, exchange: finish(received) })
    try {
      const dispatch = this.#surroundings.network?.dispatch ?? socketNetwork(this.target.proxy).dispatch
      const received = await dispatch(this.target.baseUrl, sent, this.signal)
      keep(received, null)
      return received
    } catch (cause) {
      keep(null, failureText(cause as NodeJS.ErrnoException))
      throw cause
    }
  }

  /** Looks an order up, again where the answer says nothing. */
  async lookUp(partnerReference: string): Promise<Answer> {
    const answer = await this.ask({ operation: 'lookupOrder', values: { partnerReference } })
    const summary = lookupSummary(answer)
    if (summary !== undefined) this.found.set(partnerReference, summary)
    return answer
  }

  /** What a lookup finds of an order; undefined where it finds nothing that can be read. */
  async find(partnerReference: string): Promise<ReadSummary | undefined> {
    return lookupSummary(await this.lookUp(partnerReference))
  }

  /** The balance now, in minor units; undefined where it can't be read. */
  async readBalance(): Promise<number | undefined> {
    const { json } = await this.ask({ operation: 'getBalance' })
    const { balance, money } = this.profile
    return parseAmount(readPointer(json, balance.amount), money)
  }

  /** A reference that no other run has (§2: unique per intended purchase). */
  reference(label: string): string {
    return `${REFERENCE_PREFIX}:${this.target.runId}-${label}`
  }

  #spend(body: string): boolean {
    if (!this.covers(1)) return false
    this.#sent += 1
    this.#surroundings.onPurchase?.(this.#line, /"sku":"([^"]*)"/.exec(body)?.[1] ?? '')
    return true
  }
}

/** The operation of a request; null where the profile names no such operation. */
function operationOf(
  { method, target }: Pick<SentRequest, 'method' | 'target'>,
  profile: Profile,
): OperationId | null {
  const found = Object.values(operationsOf(profile)).find(
    (operation) => operation.method === method && pathPattern(operation.path).test(target),
  )
  return found?.id ?? null
}
