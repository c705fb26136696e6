import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Fault } from '../../../contract/wire/fault.ts'
import { ORDINARY_PARTNER } from '../../../fixtures/partners.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { ClockCommand } from './model-steps.fixture.ts'

/** The expected answer: a status, the summary of an order if there is one, and the outcome of that order. */
export type Expected = {
  readonly status: number
  readonly summary?: { readonly status: string; readonly pollAfterSeconds?: number }
  readonly effect: 'recorded' | 'replayed' | 'none' | null
  /** How long the answer is under way, by the time of the key. */
  readonly heldSeconds?: number
}

type ModelOrder = {
  readonly scenario: Scenario
  readonly course: Scenario['course']
  readonly placedAt: number
}

const BY_SKU: ReadonlyMap<string, Scenario> = new Map(SCENARIOS.map((scenario) => [scenario.sku, scenario]))
const STATES: Readonly<Record<string, string>> = { success: 'COMPLETED', failure: 'FAILED' }
const REFUSED: Readonly<Record<string, number>> = {
  unavailable: 503,
  'rate-limited': 429,
  'withdrawn-sku': 422,
  'internal-error': 500,
  'bad-gateway': 502,
}
const KEY_REFUSED: Expected = { status: 401, effect: null }

/** What one key must see: as little of the mock as decides that, and nothing of how the mock does it. */
export class ModelSandbox {
  readonly orders = new Map<string, ModelOrder>()
  readonly #attempts = new Map<string, number>()
  /** How many orders of each card were asked for. */
  readonly #asked = new Map<string, number>()
  isFrozen = false
  speed = 1
  /** Milliseconds, by the time of the key. */
  now: number
  #isRevoked = false

  constructor(now: number) {
    this.now = now
  }

  /** Lets so much of the common time pass, in milliseconds. */
  pass(milliseconds: number): void {
    if (!this.isFrozen) this.now += milliseconds * this.speed
  }

  move(command: ClockCommand): void {
    if ('advanceSeconds' in command) this.now += command.advanceSeconds * 1000
    else if ('speed' in command) this.speed = command.speed
    else this.isFrozen = 'freeze' in command
  }

  buy(reference: string, sku: string): Expected {
    const scenario = BY_SKU.get(sku)
    if (this.#isRevoked) return KEY_REFUSED
    if (scenario === undefined || scenario.faults.some(endsConnection)) return { status: 422, effect: 'none' }
    const attempt = this.#count('createOrder', reference, scenario)
    const course = this.#courseOf(attempt, scenario)
    const fault = this.#faultOf('createOrder', attempt, scenario)
    if (fault?.at === 'before-recording') return { status: refusalOf(fault), effect: 'none' }
    const placed = this.#place(reference, scenario, course)
    if (fault?.does.kind === 'refuse') return { status: refusalOf(fault), effect: placed.effect }
    return fault !== undefined && 'seconds' in fault.does
      ? { ...placed, heldSeconds: fault.does.seconds }
      : placed
  }

  lookUp(reference: string): Expected {
    const order = this.orders.get(reference)
    if (this.#isRevoked) return KEY_REFUSED
    if (order === undefined || this.#ageOf(order) < (order.course.hiddenForSeconds ?? 0))
      return { status: 404, effect: null }
    const attempt = this.#count('lookupOrder', reference, order.scenario)
    const fault = this.#faultOf('lookupOrder', attempt, order.scenario)
    if (fault?.does.kind === 'refuse') return { status: refusalOf(fault), effect: 'none' }
    const found: Expected = { status: 200, summary: this.#summaryOf(order), effect: 'none' }
    return fault !== undefined && 'seconds' in fault.does
      ? { ...found, heldSeconds: fault.does.seconds }
      : found
  }

  /** In minor units; `undefined` where the key may not ask. */
  balance(): number | undefined {
    if (this.#isRevoked) return undefined
    return this.#available()
  }

  refusesAll(): boolean {
    return this.#isRevoked
  }

  #available(): number {
    const charged = [...this.orders.values()].filter((order) => !this.#isReleased(order))
    return ORDINARY_PARTNER.openingBalance - charged.reduce((sum, { scenario }) => sum + scenario.price, 0)
  }

  #place(reference: string, scenario: Scenario, course: Scenario['course']): Expected {
    const known = this.orders.get(reference)
    if (known !== undefined && known.scenario.sku !== scenario.sku) return { status: 409, effect: 'none' }
    if (known !== undefined) return { status: 200, summary: this.#summaryOf(known), effect: 'replayed' }
    if (this.#available() < scenario.price) return { status: 402, effect: 'none' }
    const order = { scenario, course, placedAt: this.now }
    this.orders.set(reference, order)
    this.#isRevoked ||= scenario.revokesKey
    return { status: 200, summary: this.#summaryOf(order), effect: 'recorded' }
  }

  /** Which request of an operation about a reference it is: only those about scripted cards are counted. */
  #count(on: Fault['on'], reference: string, { faults, laterCourse }: Scenario): number {
    const isLater = on === 'createOrder' && laterCourse !== undefined
    if (!isLater && !faults.some((one) => one.on === on)) return 0
    const attempt = (this.#attempts.get(`${on} ${reference}`) ?? 0) + 1
    this.#attempts.set(`${on} ${reference}`, attempt)
    return attempt
  }

  /** No scenario has two faults of one operation. */
  #faultOf(on: Fault['on'], attempt: number, { faults }: Scenario): Fault | undefined {
    const fault = faults.find((one) => one.on === on)
    if (fault === undefined || attempt <= (fault.after ?? 0)) return undefined
    return attempt <= (fault.after ?? 0) + (fault.times ?? attempt) ? fault : undefined
  }

  #courseOf(attempt: number, { sku, course, laterCourse }: Scenario): Scenario['course'] {
    if (laterCourse === undefined || attempt > 1) return course
    const nth = (this.#asked.get(sku) ?? 0) + 1
    this.#asked.set(sku, nth)
    return nth === 1 ? course : laterCourse
  }

  #summaryOf(order: ModelOrder): NonNullable<Expected['summary']> {
    const { processing, settles } = order.course
    const passed = processing.map((_, index) => lengthOf(processing.slice(0, index + 1)))
    const phase = processing[passed.findIndex((end) => this.#ageOf(order) < end)]
    if (phase !== undefined) return { status: 'PROCESSING', pollAfterSeconds: phase.pollAfterSeconds }
    return { status: typeof settles === 'string' ? (STATES[settles] ?? '') : settles.state }
  }

  #isReleased(order: ModelOrder): boolean {
    const { processing, settles } = order.course
    return settles === 'failure' && this.#ageOf(order) >= lengthOf(processing)
  }

  #ageOf({ placedAt }: ModelOrder): number {
    return (this.now - placedAt) / 1000
  }
}

function endsConnection({ does }: Fault): boolean {
  return does.kind === 'reset' || does.kind === 'close'
}

function refusalOf({ does }: Fault): number {
  return does.kind === 'refuse' ? (REFUSED[does.cause] ?? 0) : 0
}

function lengthOf(phases: Scenario['course']['processing']): number {
  return phases.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
}
