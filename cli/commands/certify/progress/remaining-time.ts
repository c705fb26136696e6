import { secondsOf } from '../../../../certification/runner/trials/scenario-time.ts'
import type { Scenario } from '../../../../contract/scenario/scenario.ts'

/** An answer that stalls for longer: a client gives up by then. */
const LONGEST_WAIT = 10
/** How long a client takes to start, until one has. */
const USUAL_START = 0.3

type Running = { readonly beganMs: number; readonly seconds: number }

/** About how long a run still takes: what its scenarios take at least, and the starts of the client, one after another. */
export class RemainingTime {
  readonly #jobs: number
  readonly #waiting: Map<string, number>
  readonly #running = new Map<string, Running>()
  readonly #starts = new Map<string, number>()

  /** @param jobs how many scenarios run at a time. Default: all. */
  constructor(scenarios: readonly Scenario[], jobs = scenarios.length) {
    this.#jobs = jobs
    const timed = scenarios.map((scenario) => [scenario.sku, expectedSeconds(scenario)] as const)
    this.#waiting = new Map(timed.toSorted(([, one], [, other]) => other - one))
  }

  /** @param atMs now, by one clock. */
  start(name: string, atMs: number): void {
    this.#running.set(name, { beganMs: atMs, seconds: this.#waiting.get(name) ?? 0 })
    this.#waiting.delete(name)
  }

  /** Its client has sent something. */
  see(name: string, atMs: number): void {
    const { beganMs = atMs } = this.#running.get(name) ?? {}
    if (!this.#starts.has(name)) this.#starts.set(name, (atMs - beganMs) / 1000)
  }

  end(name: string): void {
    this.#running.delete(name)
  }

  /** Whole seconds, at least 1. */
  seconds(atMs: number): number {
    const taken = [...this.#starts.values()]
    const start = taken.length === 0 ? USUAL_START : taken.reduce((sum, one) => sum + one, 0) / taken.length
    const left = ({ beganMs, seconds }: Running) => Math.max(0, start + seconds - (atMs - beganMs) / 1000)
    const free = [...this.#running.values()].map(left)
    let last = Math.max(0, ...free)
    let gate = 0
    for (const seconds of this.#waiting.values()) {
      free.sort((one, other) => one - other)
      const began = Math.max(gate, free.length < this.#jobs ? 0 : (free.shift() ?? 0))
      gate = began + start
      free.push(gate + seconds)
      last = Math.max(last, gate + seconds)
    }
    return Math.max(1, Math.ceil(last))
  }
}

function expectedSeconds(scenario: Scenario): number {
  const faults = scenario.faults.map((fault) =>
    fault.does.kind === 'stall' && fault.does.seconds > LONGEST_WAIT
      ? { ...fault, does: { ...fault.does, seconds: LONGEST_WAIT } }
      : fault,
  )
  return secondsOf({ ...scenario, faults })
}
