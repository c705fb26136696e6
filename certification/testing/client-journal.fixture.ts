import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Exit } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange, NearMiss } from '../../contract/wire/exchange.ts'
import { SCENARIOS, type ScenarioSku } from '../../fixtures/scenarios.ts'
import { type Answer, DocumentedService, deliveryOf } from '../../testing/model/documented-service.fixture.ts'
import type { Trial } from '../trial.ts'

/** An answer as the client receives it. The status is 0 if no answer arrived whole. */
export type Seen = {
  readonly status: number
  // Some of these clients read a body wrongly on purpose.
  // biome-ignore lint/suspicious/noExplicitAny: as in any client, a body can hold any JSON.
  readonly data: any
}

/** How one request differs from an ordinary one. */
export type Sending = {
  readonly sku?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The timeout of the request, in seconds. Default: 5. */
  readonly timeoutSeconds?: number
}

/** A client as a script of its requests. A number that it returns is its exit code, which is 0 otherwise. */
export type Program = (client: Client) => unknown

/** How a trial differs from an ordinary one. */
export type Circumstances = {
  readonly beganMs?: number
  /** After how many seconds the client is ended. Default: 60. */
  readonly timeLimit?: number
  /** Whether the client was started elsewhere, so that its exit is unknown. */
  readonly isListening?: boolean
  /** Whether nobody told the client how many cards to buy, either. */
  readonly isUnplanned?: true
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown when the client's time is up, to end its program. */
class TimeIsUp extends Error {}

const AUTHORIZED = { authorization: '[key]' }
const JSON_TYPE = { 'content-type': 'application/json' }
const LEG_MS = 1
/** How long an answer takes without a fault. */
const ANSWER_MS = 2
const OPENING_BALANCE = 15_000

export function scenarioOf(sku: ScenarioSku): Scenario {
  return SCENARIOS.find((scenario) => scenario.sku === sku) as Scenario
}

/**
 * The trial of a client that runs a scenario in virtual time, without waiting.
 *
 * @example
 * clientJournal('SCENARIO-AT-ONCE', (client) => client.buy('SHOP:1'))
 */
export function clientJournal(
  scenario: ScenarioSku | Scenario,
  program: Program,
  circumstances: Circumstances = {},
): Trial {
  const { beganMs = 1000, isUnplanned, isListening = isUnplanned } = circumstances
  const played = typeof scenario === 'string' ? scenarioOf(scenario) : scenario
  const client = new Client(played, circumstances)
  const exit = client.run(program)
  return {
    scenario: played,
    exchanges: client.exchanges,
    beganMs,
    endedMs: client.nowMs + (isListening ? 60_000 : 0),
    exit: isListening ? null : exit,
    openingBalance: client.openingBalance,
    isUnplanned,
  }
}

/** The same trial, with one of its exchanges changed. */
export function withExchange(trial: Trial, seq: number, change: Partial<Exchange>): Trial {
  const exchanges = trial.exchanges.map((one) => (one.seq === seq ? { ...one, ...change } : one))
  return { ...trial, exchanges }
}

/**
 * The same trial, with an exchange that the mock recognised as almost an operation: by default, as a lookup at another
 * path.
 */
export function withNearMiss(trial: Trial, seq: number, nearMiss: Partial<NearMiss> = {}): Trial {
  const elsewhere = { operation: 'lookupOrder' as const, differs: ['The path.'], clause: null }
  return withExchange(trial, seq, { nearMiss: { ...elsewhere, gap: 'lookup-operation', ...nearMiss } })
}

/** What a client's program calls. */
export class Client {
  readonly scenario: Scenario
  readonly sku: string
  readonly purchases: number
  readonly exchanges: Exchange[] = []
  readonly openingBalance = OPENING_BALANCE
  nowMs: number
  readonly #service: DocumentedService
  readonly #endsMs: number
  readonly #headers: Readonly<Record<string, string>>

  constructor(scenario: Scenario, { beganMs = 1000, timeLimit = 60, headers = {} }: Circumstances) {
    this.scenario = scenario
    this.sku = scenario.sku
    this.purchases = scenario.purchases
    this.#service = new DocumentedService({ cards: [scenario], openingBalance: OPENING_BALANCE })
    this.nowMs = beganMs
    this.#endsMs = beganMs + timeLimit * 1000
    this.#headers = headers
  }

  run(program: Program): Exit {
    try {
      const returned = program(this)
      const code = typeof returned === 'number' ? returned : 0
      return { code, signal: null, cause: 'exited', atMs: this.nowMs }
    } catch (error) {
      if (error instanceof TimeIsUp)
        return { code: null, signal: 'SIGTERM', cause: 'time-limit', atMs: this.nowMs }
      // A client that throws while it reads ends with 1, as any process would.
      if (error instanceof TypeError) return { code: 1, signal: null, cause: 'exited', atMs: this.nowMs }
      throw error
    }
  }

  wait(seconds: number): void {
    this.nowMs += seconds * 1000
    if (this.nowMs < this.#endsMs) return
    this.nowMs = this.#endsMs
    throw new TimeIsUp()
  }

  ping = () => this.call('GET', '/ping')
  products = () => this.call('GET', '/products')
  price = (sku = this.sku) => this.call('GET', `/products/${encodeURIComponent(sku)}/price`)
  balance = () => this.call('GET', '/balance')

  /** All that a client should read before it buys. */
  prepare(): void {
    this.ping()
    this.products()
    this.price()
    this.balance()
  }

  buy(partnerReference: string, sending: Sending = {}): Seen {
    const { sku = this.sku, body = { partnerReference, sku } } = sending
    return this.call('POST', '/orders', { ...sending, body })
  }

  lookUp(reference: string, sending: Sending = {}): Seen {
    return this.call(
      'GET',
      `${DEFAULT_PROFILE.lookup.path.replace('{partnerReference}', encodeURIComponent(reference))}`,
      sending,
    )
  }

  call(method: string, target: string, { body, headers, timeoutSeconds = 5 }: Sending = {}): Seen {
    const arrivedMs = this.nowMs + LEG_MS
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
    const request = {
      method,
      target,
      headers: { ...AUTHORIZED, ...(body !== undefined && JSON_TYPE), ...this.#headers, ...headers },
      body: text,
    }
    const answer = this.#service.answer(request, arrivedMs)
    const { operation, status, document, order, fault } = answer
    const delivery = deliveredAt(answer, arrivedMs, arrivedMs + timeoutSeconds * 1000)
    const shown = { headers: {}, body: JSON.stringify(document), answeredMs: arrivedMs + ANSWER_MS / 2 }
    this.exchanges.push({
      seq: this.exchanges.length,
      at: new Date(arrivedMs).toISOString(),
      arrivedMs,
      partner: 'someone',
      operation,
      request,
      response: status === null ? null : { status, ...shown },
      delivery,
      order,
      fault: fault === undefined ? null : { at: fault.at, does: fault.does.kind },
      nearMiss: null,
    })
    this.nowMs = arrivedMs
    this.wait((delivery.atMs - arrivedMs + LEG_MS) / 1000)
    const hasArrived = delivery.outcome === 'delivered' && status !== null
    return hasArrived ? { status, data: (document as Partial<Seen>).data } : { status: 0, data: undefined }
  }
}

/** How much of an answer arrives at a client that hangs up after its timeout, and when. */
function deliveredAt(answer: Answer, atMs: number, hangsUpMs: number): NonNullable<Exchange['delivery']> {
  const does = answer.fault?.does
  if (does === undefined || !('seconds' in does))
    return { outcome: deliveryOf(answer), atMs: atMs + ANSWER_MS }
  const endsMs = atMs + does.seconds * 1000
  if (endsMs <= hangsUpMs) return { outcome: 'delivered', atMs: endsMs }
  return { outcome: does.kind === 'stall' ? 'lost' : 'cut', atMs: hangsUpMs }
}
