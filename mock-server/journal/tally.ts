import { DELIVERY_OUTCOMES } from '../../contract/wire/exchange-values.ts'
import type { Entry } from './journal-entry.ts'

/** The upper bounds of the buckets of a histogram, in seconds: from an answer at once to the longest delay of a scenario. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 100] as const

export class Histogram {
  /** By bucket, those that are in none of the buckets before it. */
  readonly #counts = new Float64Array(BOUNDS.length + 1)
  sum = 0

  add(seconds: number): void {
    let bucket = 0
    while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.sum += seconds
  }

  /** How many took no longer than each bound; the last, how many there are. */
  upTo(): readonly (readonly [bound: number, count: number])[] {
    let count = 0
    return Array.from(this.#counts, (own, bucket) => {
      count += own
      return [BOUNDS[bucket] ?? Number.POSITIVE_INFINITY, count]
    })
  }
}

type Counted = Pick<Entry, 'operationId' | 'status' | 'outcome' | 'faultName' | 'durationMs'>

class OperationTally {
  readonly durations = new Histogram()
  /** By a number for both: every call adds to one, and a text would have to be made for it. */
  readonly #endings = new Map<number, number>()

  add({ status, outcome, durationMs }: Counted): void {
    this.durations.add(durationMs / 1000)
    const ending =
      (status ?? 0) * ENDINGS + (outcome === null ? ENDINGS - 1 : DELIVERY_OUTCOMES.indexOf(outcome))
    this.#endings.set(ending, (this.#endings.get(ending) ?? 0) + 1)
  }

  get endings() {
    return [...this.#endings].map(([ending, count]) => ({
      status: Math.floor(ending / ENDINGS) || 'none',
      delivery: DELIVERY_OUTCOMES[ending % ENDINGS] ?? 'none',
      count,
    }))
  }
}

const ENDINGS = DELIVERY_OUTCOMES.length + 1

/** Numbers of a mock since its start. Nothing in it is of one key. */
export class Tally {
  readonly operations = new Map<string | null, OperationTally>()
  readonly faults = new Map<string, number>()
  readonly store = new Map<string, Histogram>()
  readonly storeFailures = new Map<string, number>()

  count(exchange: Counted): void {
    const { operationId, faultName } = exchange
    let operation = this.operations.get(operationId)
    if (operation === undefined) {
      operation = new OperationTally()
      this.operations.set(operationId, operation)
    }
    operation.add(exchange)
    if (faultName !== null) add(this.faults, faultName)
  }

  countStore(call: string, milliseconds: number, isFailed: boolean): void {
    if (!this.store.has(call)) this.store.set(call, new Histogram())
    this.store.get(call)?.add(milliseconds / 1000)
    if (isFailed) add(this.storeFailures, call)
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
