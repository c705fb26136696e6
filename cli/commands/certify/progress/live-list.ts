import { secondsOf } from '../../../../certification/runner/trials/scenario-time.ts'
import type { Scenario } from '../../../../contract/scenario/scenario.ts'
import type { Output } from '../../../io.ts'
import type { Paint } from '../../../terminal/terminal.ts'

type Entry = { readonly beganMs: number; seen: string }

const REDRAW_MS = 200
const NAME_WIDTH = 28
const SECONDS_WIDTH = 8

/** The running scenarios, redrawn at the bottom of a terminal. Lines of ended ones stay above. */
export class LiveList {
  readonly #screen: Output
  readonly #paint: Paint
  readonly #running = new Map<string, Entry>()
  readonly #time: RemainingTime | undefined
  readonly #timer: NodeJS.Timeout | undefined
  #waiting: number
  #drawn = 0

  constructor(screen: Output, paint: Paint, total: number, time?: RemainingTime) {
    this.#time = time
    this.#screen = screen
    this.#paint = paint
    this.#waiting = total
    this.#timer = screen.isTTY ? setInterval(() => this.#draw(), REDRAW_MS).unref() : undefined
  }

  start(name: string): void {
    this.#waiting -= 1
    this.startBeside(name)
  }

  /** Starts what is not one of the total. */
  startBeside(name: string): void {
    this.#running.set(name, { beganMs: performance.now(), seen: 'started' })
    this.#time?.start(name, performance.now())
  }

  see(name: string, what: string): void {
    const entry = this.#running.get(name)
    if (entry !== undefined) entry.seen = what
    this.#time?.see(name, performance.now())
  }

  /** @param line the line that stays; null for none. */
  end(name: string, line: string | null): void {
    this.#running.delete(name)
    this.#time?.end(name)
    if (line !== null) this.say(line)
  }

  say(line: string): void {
    this.#erase()
    this.#screen.write(`${line}\n`)
    this.#draw()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#erase()
  }

  #draw(): void {
    if (!this.#screen.isTTY) return
    this.#erase()
    const room = Math.max((this.#screen.rows || 24) - 2, 1)
    const entries = [...this.#running].slice(0, room).map(([name, entry]) => this.#line(name, entry))
    const hidden = this.#running.size - entries.length + this.#waiting
    const seconds = this.#time?.seconds(performance.now())
    const rest = [
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
      ...(seconds === undefined ? [] : [`about ${seconds} s left`]),
    ]
    const lines = rest.length > 0 ? [...entries, this.#paint('dim', `  ${rest.join(', ')}`)] : entries
    this.#screen.write(lines.map((line) => `${line}\n`).join(''))
    this.#drawn = lines.length
  }

  #line(name: string, { beganMs, seen }: Entry): string {
    const seconds = `${((performance.now() - beganMs) / 1000).toFixed(1)} s`.padStart(SECONDS_WIDTH)
    const room = Math.max((this.#screen.columns || 80) - NAME_WIDTH - SECONDS_WIDTH - 6, 10)
    const known = `${this.#paint('cyan', '›')} ${name.padEnd(NAME_WIDTH)}${seconds}`
    return `${known}  ${this.#paint('dim', seen.slice(0, room))}`
  }

  #erase(): void {
    if (this.#drawn > 0) this.#screen.write(`\u001b[${this.#drawn}A\u001b[0J`)
    this.#drawn = 0
  }
}

/** An answer that stalls for longer: a client gives up by then. */
const LONGEST_WAIT = 10
/** How long a client takes to start, until one has. */
const USUAL_START = 0.3

type Running = { readonly beganMs: number; readonly seconds: number }

/** About how long a run still takes: its longest scenario, all of them by its jobs, or their starts, one after another. */
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

  start(name: string, atMs: number): void {
    this.#running.set(name, { beganMs: atMs, seconds: this.#waiting.get(name) ?? 0 })
    this.#waiting.delete(name)
  }

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
    const waiting = [...this.#waiting.values()]
    const all = [...[...this.#running.values()].map(left), ...waiting.map((seconds) => start + seconds)]
    const byJobs = all.reduce((sum, one) => sum + one, 0) / this.#jobs
    const byStarts = waiting.length * start + (waiting.at(-1) ?? 0)
    return Math.ceil(Math.max(1, ...all, byJobs, byStarts))
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
