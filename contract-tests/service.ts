import { setMaxListeners } from 'node:events'
import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import {
  type Call,
  dataOf,
  described,
  type KeyUsed,
  mayBeInProgress,
  mayChange,
  NotObserved,
  says,
  summaryOf,
} from './answers.ts'
import { failureText } from './http/connection-failure.ts'
import { type Network, type SentRequest, socketNetwork } from './http/http-client.ts'
import type { Order } from './order.ts'
import { References } from './references.ts'
import { Recorder, retryAfterMs, written } from './target/exchange.ts'
import { type Pace, realPace } from './target/pace.ts'
import type { Target } from './target/target.ts'
import { unknownKeys } from './unknown-keys.ts'

/** What a run needs besides its target: time, network, a progress callback and a signal. */
export type Surroundings = {
  readonly pace?: Pace
  /** How requests reach the target. Default: over sockets. */
  readonly network?: Network
  /** Called with a few words about what the run is doing. */
  readonly say?: (text: string) => void
  /** Abort it to end the run: requests in progress are cancelled, and no other is sent. */
  readonly signal?: AbortSignal
}

/** Another form of the same request, which makes no difference to a service that reads JSON and HTTP. */
export type Form = {
  readonly isSkuFirst?: boolean
  readonly isSpaced?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly hasSmallEscapes?: boolean
}

export type Asked = {
  readonly reference?: string
  readonly sku?: string
  readonly form?: Form
  /** A key other than the run's own; null for none. */
  readonly key?: { readonly used: KeyUsed; readonly value: string | null }
  /** The client disconnects this many milliseconds after it has written the request. */
  readonly leavesAfterMs?: number
  /** Whether the body of a purchase was sent before. */
  readonly isRepeated?: boolean
}

/** How often a request is sent while its answers say nothing. */
const TRIES = 5
const LONGEST_PAUSE_MS = 10_000

/** The service, as checks call it. It records every call, and never sends more purchases than the limit. */
export class Service {
  readonly target: Target
  readonly profile: Profile
  readonly pace: Pace
  readonly signal: AbortSignal
  readonly say: (text: string) => void
  readonly recorder: Recorder
  readonly references: References
  /** Every call that has ended. */
  readonly calls: Call[] = []
  /** Every intended purchase, oldest first. */
  readonly orders: Order[] = []
  /** Whether the current check runs for the second time, to confirm a failure. */
  isConfirming = false
  #purchases = 0
  #isTest: Promise<boolean> | undefined
  readonly #latencies: number[] = []
  readonly #network: Network
  /**
   * After the service said that requests come too fast: the gap between two requests, and when the next may be sent.
   */
  readonly #calm = { gapMs: 0, nextMs: 0 }

  constructor(target: Target, { pace = realPace, network, say = () => {}, signal }: Surroundings = {}) {
    this.target = target
    this.profile = target.profile
    this.pace = pace
    this.say = say
    this.signal = AbortSignal.any(signal === undefined ? [] : [signal])
    // Every request and every wait in progress listens to this signal.
    setMaxListeners(0, this.signal)
    this.#network = network ?? socketNetwork(target.proxy)
    // The invalid keys resemble the run's own and would reveal it, so they are redacted, too.
    const secrets = [target.apiKey, target.notAllowedKey ?? '', ...Object.values(unknownKeys(target))].filter(
      Boolean,
    )
    this.recorder = new Recorder(pace, secrets, target.profile.auth.header)
    this.references = new References(target, pace.now())
  }

  /** How many purchases were sent, including identical bodies and refused ones. */
  get purchasesSent(): number {
    return this.#purchases
  }

  get purchasesLeft(): number {
    return this.target.maxPurchases - this.#purchases
  }

  /** The median time until a new purchase is answered, in milliseconds. */
  get latencyMs(): number {
    const times = this.#latencies.toSorted((one, other) => one - other)
    return times[Math.floor(times.length / 2)] ?? 0
  }

  sleep(milliseconds: number): Promise<void> {
    return this.pace.sleep(Math.max(0, milliseconds), this.signal)
  }

  /** Milliseconds since the run began. */
  nowMs(): number {
    return this.recorder.nowMs()
  }

  /** Sends a request unchanged, and records it. @throws {NotObserved} for a purchase that may not be sent. */
  async send(
    sent: SentRequest,
    { reference = null, sku = null, key = 'own', leavesAfterMs, isRepeated = false }: About = {},
  ): Promise<Call> {
    if (sent.operation === 'createOrder') await this.#spendPurchase()
    await this.#turn()
    this.signal.throwIfAborted()
    const sentMs = this.recorder.nowMs()
    const finish = this.recorder.send(sent)
    const about = { reference, sku, key, sentMs, isRepeated }
    const end = (rest: Pick<Call, 'exchange' | 'status' | 'json' | 'failure' | 'isAbandoned'>) => {
      const call = { ...about, ...rest, endedMs: this.recorder.nowMs() }
      this.calls.push(call)
      return call
    }
    const none = { status: null, json: undefined, failure: null, isAbandoned: false }
    if (leavesAfterMs !== undefined) {
      const hasLeft = await this.#network.cut(this.target.baseUrl, sent, leavesAfterMs, this.signal)
      return end({ ...none, exchange: finish(null), isAbandoned: hasLeft })
    }
    try {
      const received = await this.#network.dispatch(this.target.baseUrl, sent, this.signal)
      const { status, body } = received
      return end({ ...none, exchange: finish(received), status, json: parseJson(body) })
    } catch (cause) {
      this.signal.throwIfAborted()
      return end({ ...none, exchange: finish(null), failure: failureText(cause as NodeJS.ErrnoException) })
    }
  }

  /** Sends one request of an operation. */
  async call(operation: OperationId, asked: Asked = {}): Promise<Call> {
    const { reference, sku, key, leavesAfterMs, isRepeated = false } = asked
    const about = {
      reference: reference ?? null,
      sku: sku ?? null,
      key: key?.used ?? 'own',
      isRepeated,
      ...(leavesAfterMs !== undefined && { leavesAfterMs }),
    }
    const call = await this.send(this.#written(operation, asked), about)
    if (call.status !== null && call.status < 500 && mayChange(call)) this.#slowDown(call)
    return call
  }

  /** Repeats a request while its answer says nothing, up to {@link TRIES} times. */
  async ask(operation: OperationId, asked: Asked = {}): Promise<Call> {
    for (let tries = 1; ; tries += 1) {
      const call = await this.call(operation, asked)
      if (!mayChange(call) || tries === TRIES) return call
      await this.sleep(this.#pauseAfter(call, tries))
    }
  }

  // Purchases

  /** Makes an intended purchase, which is not sent yet. */
  order(sku: string, reference = this.references.next()): Order {
    const order: Order = { reference, sku, sent: 0 }
    this.orders.push(order)
    return order
  }

  /**
   * Sends the body of an order until the answer is yes or no. It resends the identical body after an answer that says
   * nothing (§4.3), and after a refusal that may only mean that this body is in progress.
   */
  async purchase(order: Order, form: Form = {}): Promise<Call> {
    const { reference, sku } = order
    for (let tries = 1; ; tries += 1) {
      const isRepeated = order.sent > 0
      order.sent += 1
      const call = await this.call('createOrder', { reference, sku, form, isRepeated })
      const summary = summaryOf(call)
      if (summary !== undefined && order.summary === undefined)
        Object.assign(order, { summary, boughtMs: call.endedMs })
      if (says(call) === 'yes' && !isRepeated) this.#latencies.push(call.endedMs - call.sentMs)
      const isOpen = mayChange(call) || (says(call) === 'no' && isRepeated && mayBeInProgress(call))
      if (!isOpen || tries === TRIES) return call
      await this.sleep(this.#pauseAfter(call, tries))
    }
  }

  /** Sends the body of an order, and disconnects this many milliseconds later. */
  async abandon(order: Order, leavesAfterMs: number): Promise<void> {
    const { reference, sku } = order
    order.sent += 1
    const { isAbandoned } = await this.call('createOrder', { reference, sku, leavesAfterMs })
    if (isAbandoned) order.isAbandoned = true
  }

  lookUp({ reference }: Pick<Order, 'reference'>, form: Form = {}): Promise<Call> {
    return this.ask('lookupOrder', { reference, form })
  }

  /**
   * Every call about an order with the run's own key, in the order of the answers. A body with another card is not
   * about this order.
   */
  callsAbout({ reference, sku }: Pick<Order, 'reference' | 'sku'>): readonly Call[] {
    return this.calls
      .filter((call) => call.key === 'own' && call.reference === reference && (call.sku ?? sku) === sku)
      .sort((one, other) => one.endedMs - other.endedMs)
  }

  // The balance

  /** The lowest of three readings: if copies of the balance lag, the newest one shows the most debits. */
  async balance(): Promise<number> {
    const amounts = await Promise.all([1, 2, 3].map(() => this.readBalance()))
    return Math.min(...amounts.map(({ amount }) => amount))
  }

  /**
   * An amount in any unit, since it is only compared with another balance. @throws {NotObserved} if it can't be read.
   */
  async readBalance(): Promise<{ readonly amount: number; readonly sentMs: number }> {
    const call = await this.ask('getBalance')
    const found = dataOf(call) && readPointer(call.json, this.profile.balance.amount)
    const amount = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
    if (typeof amount === 'number' && Number.isFinite(amount)) return { amount, sentMs: call.sentMs }
    throw new NotObserved(`No amount could be read at ${this.profile.balance.amount}: ${described(call)}.`)
  }

  /** True if ping says that the key is a TEST key. Nothing is bought before (§5.2). */
  isTest(): Promise<boolean> {
    this.#isTest ??= this.ask('ping').then(
      (call) => dataOf(call) !== undefined && readPointer(call.json, this.profile.ping.mode) === 'TEST',
    )
    return this.#isTest
  }

  #written(operation: OperationId, { reference, sku, key, form = {} }: Asked): SentRequest {
    const { isSkuFirst = false, isSpaced = false, headers, hasSmallEscapes = false } = form
    const fields = isSkuFirst ? { sku, partnerReference: reference } : { partnerReference: reference, sku }
    const body = operation === 'createOrder' ? { body: JSON.stringify(fields, null, isSpaced ? 2 : 0) } : {}
    const values = {
      ...(reference !== undefined && { partnerReference: reference }),
      ...(sku !== undefined && { sku }),
    }
    const request = written(this.target, { operation, values, ...body, ...(key && { key: key.value }) })
    const target = hasSmallEscapes
      ? request.target.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())
      : request.target
    return { ...request, target, headers: { ...request.headers, ...headers } }
  }

  async #spendPurchase(): Promise<void> {
    if (!(await this.isTest()))
      throw new NotObserved(
        `Nothing was bought: ping did not say at ${this.profile.ping.mode} that the mode is "TEST".`,
      )
    if (this.purchasesLeft <= 0)
      throw new NotObserved(
        `The limit of ${this.target.maxPurchases} purchases is reached: raise --max-purchases.`,
      )
    this.#purchases += 1
  }

  #pauseAfter({ exchange }: Call, tries: number): number {
    return Math.min(
      LONGEST_PAUSE_MS,
      retryAfterMs({ exchange }, Math.max(100 * 2 ** tries, this.latencyMs * 0.7)),
    )
  }

  /** Waits for its turn, if the service said that requests come too fast. */
  async #turn(): Promise<void> {
    const at = Math.max(this.pace.now(), this.#calm.nextMs)
    this.#calm.nextMs = this.#calm.gapMs > 0 ? at + this.#calm.gapMs : 0
    if (at > this.pace.now()) await this.sleep(at - this.pace.now())
  }

  #slowDown(call: Call): void {
    this.#calm.gapMs = Math.min(500, this.#calm.gapMs * 1.4 || 100)
    this.#calm.nextMs = Math.max(this.#calm.nextMs, this.pace.now() + this.#pauseAfter(call, 1))
  }
}

type About = {
  readonly reference?: string | null
  readonly sku?: string | null
  readonly key?: KeyUsed
  readonly leavesAfterMs?: number
  readonly isRepeated?: boolean
}
