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
  readonly #remaining: () => number | null
  readonly #timer: NodeJS.Timeout | undefined
  #waiting: number
  #drawn = 0

  /**
   * @param total how many scenarios will start.
   * @param remaining about how many seconds the run still takes; null where that is not known.
   */
  constructor(screen: Output, paint: Paint, total: number, remaining: () => number | null = () => null) {
    this.#remaining = remaining
    this.#screen = screen
    this.#paint = paint
    this.#waiting = total
    this.#timer = screen.isTTY ? setInterval(() => this.#draw(), REDRAW_MS).unref() : undefined
  }

  /** @param name of a scenario, or of a trial of a matrix. */
  start(name: string): void {
    this.#waiting -= 1
    this.startBeside(name)
  }

  /** Starts what is not one of the total. */
  startBeside(name: string): void {
    this.#running.set(name, { beganMs: performance.now(), seen: 'started' })
  }

  see(name: string, what: string): void {
    const entry = this.#running.get(name)
    if (entry !== undefined) entry.seen = what
  }

  /** @param line the line that stays; null for none. */
  end(name: string, line: string | null): void {
    this.#running.delete(name)
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
    const seconds = this.#remaining()
    const rest = [
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
      ...(seconds === null ? [] : [`about ${seconds} s left`]),
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
