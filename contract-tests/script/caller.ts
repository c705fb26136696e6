import { setMaxListeners } from 'node:events'
import { asksToWait, NOT_ACCEPTABLE } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { dressed, type FormId, formOf, formsRuledOut, mayLimit, wearerOf } from '../history/forms.ts'
import type { Entry, KeyUsed } from '../history/history.ts'
import { type Network, type SentRequest, socketNetwork } from '../http/http-client.ts'
import {
  type Answer,
  type ApiRequest,
  amountIn,
  answered,
  isServed,
  orderBody,
  Recorder,
  retryAfterMs,
  written,
} from '../run/exchange.ts'
import { type Pace, realPace } from '../run/pace.ts'
import type { Target } from '../run/target.ts'
import { Budget, type OnPurchase } from './budget.ts'
import { OrderBook } from './order-book.ts'
import { alteredKeys, type OtherKey } from './other-keys.ts'
import { References } from './references.ts'
import { Rhythm } from './rhythm.ts'
import { type Occasion, planForms, Wardrobe } from './wardrobe.ts'

/** What a run needs in addition to its target: time, network, a progress callback and a signal. */
export type Surroundings = {
  readonly pace?: Pace
  /** How requests reach the target; over a socket by default. */
  readonly network?: Network
  /** Called with what the run is doing, in a few words. */
  readonly say?: (text: string) => void
  /** Ends the run when it aborts: requests in progress are cancelled, and no other is sent. */
  readonly signal?: AbortSignal
  readonly onPurchase?: OnPurchase
}

type Request = Omit<ApiRequest, 'key'> & {
  readonly key?: OtherKey | undefined
  /** What it wears its forms as; null for nothing: it is plain. */
  readonly occasion?: Occasion | null
}

/** When a client leaves: so many milliseconds after its request, or just before the answer that it would have. */
export type Leaves = number | 'before-answer'

/** Of the shortest time that a purchase was answered in: a client that leaves then has nearly waited for its answer. */
const JUST_BEFORE = 0.8
/** The least that counts as just before an answer: a request has arrived by then. Milliseconds. */
const ARRIVED_MS = 30

/** How often what says nothing is asked again: a read, and a purchase, which the limit counts; and how long after it. */
const ASKED_AGAIN = { read: 2, purchase: 1 } as const
const PAUSE_MS = 500

/** After so many requests in a row without an answer none is asked again. */
const MOST_UNANSWERED = 8

/** Sends what a script says, keeps the whole history, and never sends more purchases than the limit. */
export class Caller {
  readonly target: Target
  readonly profile: Profile
  readonly pace: Pace
  readonly signal: AbortSignal
  readonly recorder: Recorder
  readonly entries: Entry[] = []
  readonly say: (text: string) => void
  readonly budget: Budget
  readonly book: OrderBook
  readonly references: References
  /** How long after a purchase the balance shows it, as far as this run has learned. Milliseconds. */
  lagMs = 0
  /** The balance after the last purchase that was measured, and when that one was answered. */
  measured: { readonly amount: number | undefined; readonly boughtAt: number } | undefined
  isShown = false
  readonly wardrobe: Wardrobe
  readonly #rhythm: Rhythm
  #unanswered = 0
  /** What every request wears: a service may ask for it. */
  #always: readonly FormId[] = []
  /** Operations that were asked for: the first request of each is plain, and each purchase until one is served. */
  readonly #known = new Set<string>()
  readonly #network: Network

  constructor(target: Target, { say = () => {}, pace = realPace, ...rest }: Surroundings = {}) {
    this.signal = AbortSignal.any(rest.signal === undefined ? [] : [rest.signal])
    // Every request and every wait in progress listens to it.
    setMaxListeners(0, this.signal)
    this.target = target
    this.profile = target.profile
    this.references = new References(target)
    this.pace = { now: pace.now, sleep: (milliseconds) => pace.sleep(milliseconds, this.signal) }
    this.book = new OrderBook(this.profile, this.pace)
    this.#rhythm = new Rhythm(this.profile, this.pace, PAUSE_MS)
    const secrets = [target.apiKey, target.notAllowedKey ?? '', ...alteredKeys(target)]
    this.recorder = new Recorder(pace, secrets, target.profile.auth.header)
    this.say = say
    this.budget = new Budget(target.maxPurchases, say, rest.onPurchase)
    this.wardrobe = new Wardrobe(planForms(formsRuledOut(target.profile)))
    this.#network = rest.network ?? socketNetwork(target.proxy)
  }

  get orders(): OrderBook['orders'] {
    return this.book.orders
  }

  /** Sends a request, and asks again where the answer says nothing, or refuses how it was written. */
  async ask({ key = { used: 'own', value: this.target.apiKey }, ...request }: Request): Promise<Answer> {
    const plain = this.#plain({ ...request, key: key.value })
    const isPurchase = request.operation === 'createOrder'
    let worn = key.used === 'own' ? this.#formsFor(request) : []
    let sent = dressed(plain, worn)
    if (isPurchase) await this.#rhythm.keep()
    let answer = await this.#exchange(sent, key.used)
    if (answer.status === NOT_ACCEPTABLE && worn.length + this.#always.length === 0 && !isPurchase) {
      this.#always = ['accept-json']
      sent = dressed(sent, this.#always)
      answer = await this.#exchange(sent, key.used)
    }
    // What JSON and URLs are is kept, what a service may limit is not; then it is sent plainly.
    for (const kept of [worn.filter((form) => formOf(form).limit === null), []]) {
      if (worn.length === kept.length || !mayLimit(answer.exchange.response, worn, this.profile)) continue
      if (isPurchase && !(this.budget.hasSpare && this.budget.spend(plain.body))) break
      sent = dressed(plain, kept)
      answer = await this.#exchange(sent, key.used)
      if (isServed(answer)) this.wardrobe.refuse(worn)
      worn = kept
    }
    for (let again = 0; again < ASKED_AGAIN[isPurchase ? 'purchase' : 'read']; again += 1) {
      if (!this.#isWorthAsking(answer)) break
      if (isPurchase && !(this.budget.hasSpare && this.budget.spend(sent.body))) break
      await this.pace.sleep(retryAfterMs(answer, PAUSE_MS))
      answer = await this.#exchange(sent, key.used)
    }
    if (isServed(answer)) {
      this.#known.add(request.operation)
      this.wardrobe.serve(worn)
    }
    return answer
  }

  /** Sends a request once, in these forms, whatever its answer is; undefined where the limit is reached. */
  async once(request: Omit<ApiRequest, 'key'>, forms: readonly FormId[] = []): Promise<Answer | undefined> {
    return this.send(dressed(this.#plain(request), forms))
  }

  /** Sends a request once, as it is; undefined where the limit is reached. */
  async send(sent: SentRequest): Promise<Answer | undefined> {
    if (sent.operation === 'createOrder') {
      if (!this.budget.spend(sent.body)) return undefined
      await this.#rhythm.keep()
    }
    return this.#exchange(sent, 'own')
  }

  #plain(request: ApiRequest): SentRequest {
    return dressed(written(this.target, request), this.#always)
  }

  #formsFor({ operation, occasion = readAs(operation) }: Request): readonly FormId[] {
    if (occasion === null) return []
    const isFirst = !this.#known.has(operation)
    if (operation !== 'createOrder') this.#known.add(operation)
    return isFirst ? [] : this.wardrobe.next(occasion)
  }

  /** Whether an answer may be another one the next time. One that refuses the key, or leads elsewhere, is not. */
  #isWorthAsking(answer: Answer): boolean {
    const [{ status }, { errors }] = [answer, this.profile]
    if (this.book.saidBy(answer) !== 'nothing') return false
    // A service that is gone is not asked again and again.
    if (status === null) return this.#unanswered < MOST_UNANSWERED
    if (status === errors.ipNotAllowed) return asksToWait(answer.exchange.response)
    return status >= 400 && status !== errors.unauthenticated
  }

  async #exchange(sent: SentRequest, key: KeyUsed): Promise<Answer> {
    this.signal.throwIfAborted()
    const receiving = this.#network.dispatch(this.target.baseUrl, sent, this.signal)
    const answer = await answered(sent, this.recorder, receiving)
    const { exchange, failure } = answer
    this.#unanswered = answer.status === null ? this.#unanswered + 1 : 0
    if (sent.operation === 'createOrder' && key === 'own') this.#rhythm.note(answer)
    this.entries.push({ key, abandonedMs: null, failure, exchange })
    return answer
  }

  /** Sends a purchase of the current line, again where its answer says nothing; undefined where the limit is reached. */
  async buy(order: OrderRequest, occasion = this.book.occasionOf(order)): Promise<Answer | undefined> {
    const body = orderBody(order)
    if (!this.budget.spend(body)) return undefined
    const sent = this.book.open(order)
    return this.book.noteAnswer(sent, await this.ask({ operation: 'createOrder', body, occasion }))
  }

  /** Sends a body that need not be served; undefined where the limit is reached. */
  async tryToBuy(body: string, key?: OtherKey): Promise<Answer | undefined> {
    return this.budget.spend(body) ? this.ask({ operation: 'createOrder', body, key }) : undefined
  }

  /** Sends a purchase, and closes the connection before its answer arrives: a client timeout, made real. */
  async abandon(order: OrderRequest, leaves: Leaves): Promise<void> {
    const afterMs = leaves === 'before-answer' ? this.#justBeforeAnswerMs() : leaves
    const sent = this.#plain({ operation: 'createOrder', body: orderBody(order) })
    if (!this.budget.spend(sent.body)) return
    await this.#rhythm.keep()
    this.book.open(order).isAbandoned = true
    this.signal.throwIfAborted()
    const finish = this.recorder.send(sent)
    await this.#network.cut(this.target.baseUrl, sent, afterMs, this.signal)
    this.#rhythm.note()
    const exchange = finish(null)
    const abandonedMs = Math.max(this.recorder.nowMs(), exchange.arrivedMs + afterMs)
    this.entries.push({ key: 'own', abandonedMs, failure: null, exchange })
  }

  #justBeforeAnswerMs(): number {
    const times = this.entries.flatMap(({ exchange: { operation, response, arrivedMs } }) =>
      operation === 'createOrder' && response !== null ? [response.answeredMs - arrivedMs] : [],
    )
    return Math.max(ARRIVED_MS, times.length > 0 ? JUST_BEFORE * Math.min(...times) : 0)
  }

  /** Looks an order up, again where the answer says nothing. */
  async lookUp(partnerReference: string): Promise<Answer> {
    const occasion = this.orders.get(partnerReference)?.isAbandoned ? null : 'lookup'
    const answer = await this.ask({ operation: 'lookupOrder', values: { partnerReference }, occasion })
    return this.book.noteLookup(partnerReference, answer)
  }

  /** The balance now, in minor units; undefined where it can't be read. */
  async readBalance(): Promise<number | undefined> {
    const { balance, money } = this.profile
    return amountIn(await this.ask({ operation: 'getBalance' }), balance.amount, money)
  }
}

/** What a request that is not a purchase of the script wears its forms as. */
function readAs(operation: string): Occasion | null {
  const wearer = wearerOf(operation)
  return wearer === 'purchase' ? null : wearer
}
