/** The upper bounds of the buckets of a histogram, in seconds: from an answer at once to the longest delay of a scenario. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 100] as const

/** How often something took how long. */
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

/** What is counted of a complete exchange. */
type Counted = {
  readonly operationId: string | null
  readonly status: number | null
  readonly outcome: string | null
  readonly faultName: string | null
  readonly durationMs: number
}

/** Numbers of a mock since its start. Nothing in it is of one key. */
export class Tally {
  /** By operation, status and outcome, with blanks between. */
  readonly exchanges = new Map<string, number>()
  readonly durations = new Map<string, Histogram>()
  readonly faults = new Map<string, number>()
  /** By the call of the store. */
  readonly store = new Map<string, Histogram>()
  readonly storeFailures = new Map<string, number>()

  count({ operationId, status, outcome, faultName, durationMs }: Counted): void {
    const name = operationId ?? 'none'
    add(this.exchanges, `${name} ${status ?? 'none'} ${outcome ?? 'none'}`)
    histogramIn(this.durations, name).add(durationMs / 1000)
    if (faultName !== null) add(this.faults, faultName)
  }

  countStore(call: string, milliseconds: number, isFailed: boolean): void {
    histogramIn(this.store, call).add(milliseconds / 1000)
    if (isFailed) add(this.storeFailures, call)
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function histogramIn(histograms: Map<string, Histogram>, name: string): Histogram {
  const known = histograms.get(name)
  if (known !== undefined) return known
  const histogram = new Histogram()
  histograms.set(name, histogram)
  return histogram
}
