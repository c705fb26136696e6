import type { Clock } from '../../contract/clock.ts'
import { type Anchor, sandboxTimeAt } from '../store/sandbox-clock.ts'
import type { Account, Store } from '../store/store.ts'

/** How soon the time of a sandbox is read again after a failure. */
const RETRY_MS = 1_000

/** How often it is read again if another process may change it. */
const POLL_MS = 1_000

/** Readings of a clock elsewhere may go back by so much without a reset. */
const CLOCK_NOISE_MS = 1_000

type Timer = { readonly moment: number; readonly happen: () => unknown }

/** The planned actions of one sandbox. Its time is what the store last returned, plus what has passed since. */
class Agenda {
  readonly #clock: Clock
  readonly #readAnchor: () => Promise<Anchor>
  readonly #isShared: boolean
  readonly #timers = new Set<Timer>()
  readonly #happening = new Set<Promise<unknown>>()
  #anchor: Anchor | undefined
  #isAsked = false
  #reading: Promise<void> = Promise.resolve()
  #disarm = (): void => {}

  constructor(clock: Clock, readAnchor: () => Promise<Anchor>, isShared: boolean) {
    this.#clock = clock
    this.#readAnchor = readAnchor
    this.#isShared = isShared
  }

  get isDone(): boolean {
    return this.#timers.size === 0 && this.#happening.size === 0
  }

  add(timer: Timer): void {
    this.#timers.add(timer)
    if (this.#isAsked) this.#arm()
    else void this.read()
  }

  remove(timer: Timer): void {
    this.#timers.delete(timer)
    this.#arm()
  }

  /** Reads one after another, so that the last one counts. */
  read(): Promise<void> {
    this.#isAsked = true
    this.#reading = this.#reading.then(() => this.#takeReading())
    return this.#reading
  }

  async settle(): Promise<void> {
    await this.read()
    await this.#happened()
  }

  async finish(): Promise<void> {
    this.#happenUntil(Number.POSITIVE_INFINITY)
    await this.#happened()
  }

  async #happened(): Promise<void> {
    while (this.#happening.size > 0) await Promise.all(this.#happening)
  }

  async #takeReading(): Promise<void> {
    try {
      const anchor = await this.#readAnchor()
      const wasReset = this.#anchor !== undefined && anchor.sandboxTime < this.#now() - CLOCK_NOISE_MS
      this.#anchor = anchor
      this.#happenUntil(wasReset ? Number.POSITIVE_INFINITY : anchor.sandboxTime)
    } catch {
      this.#clock.after(RETRY_MS, () => void (this.isDone || this.read()))
    }
  }

  #now(): number {
    return this.#anchor === undefined
      ? Number.NEGATIVE_INFINITY
      : sandboxTimeAt(this.#anchor, this.#clock.now())
  }

  #happenUntil(moment: number): void {
    const due = [...this.#timers].filter((timer) => timer.moment <= moment)
    for (const timer of due) this.#timers.delete(timer)
    for (const { happen } of due.sort((one, other) => one.moment - other.moment)) this.#follow(happen())
    this.#arm()
  }

  /** An action may have planned others that are already due. */
  #follow(happening: unknown): void {
    const followed = Promise.resolve(happening).then(() => {
      this.#happening.delete(followed)
      this.#happenUntil(this.#now())
    })
    this.#happening.add(followed)
  }

  #arm(): void {
    this.#disarm()
    this.#disarm = () => {}
    if (this.#anchor === undefined || this.#timers.size === 0) return
    const first = Math.min(...Array.from(this.#timers, ({ moment }) => moment))
    const waitMs = this.#anchor.isFrozen ? Infinity : (first - this.#now()) / this.#anchor.speed
    if (this.#isShared && waitMs > POLL_MS) this.#disarm = this.#clock.after(POLL_MS, () => void this.read())
    else if (waitMs < Infinity) this.#disarm = this.#clock.after(waitMs, () => this.#happenUntil(this.#now()))
  }
}

/**
 * Plans actions, such as delayed answers, by the clocks of keys. Whoever changes a clock in this process calls
 * `settle`; a change by another process is noticed within a second.
 */
export function sandboxTimers(store: Pick<Store, 'enter' | 'isShared'>, clock: Clock) {
  const agendas = new Map<string, Agenda>()
  const agendaOf = (account: Account): Agenda => {
    const known = agendas.get(account.sandbox)
    if (known !== undefined) return known
    const readAnchor = async (): Promise<Anchor> => {
      const clockTime = clock.now()
      const { now, speed, isFrozen } = await store.enter(account)
      return { clockTime, sandboxTime: now, speed, isFrozen }
    }
    const opened = new Agenda(clock, readAnchor, store.isShared === true)
    agendas.set(account.sandbox, opened)
    return opened
  }
  const inUse = (sandbox: string): Agenda | undefined => {
    const agenda = agendas.get(sandbox)
    return agenda?.isDone === false ? agenda : undefined
  }
  return {
    /** Plans an action for a moment of a sandbox's time, in milliseconds. @returns a function that cancels it. */
    at(account: Account, moment: number, happen: () => unknown): () => void {
      for (const [sandbox, agenda] of agendas) if (agenda.isDone) agendas.delete(sandbox)
      const agenda = agendaOf(account)
      const timer = { moment, happen }
      agenda.add(timer)
      return () => agenda.remove(timer)
    },
    /** Reads a sandbox's time again. Resolves once everything that was due by then has happened. */
    settle: async (sandbox: string) => inUse(sandbox)?.settle(),
    /** Runs everything that is planned in a sandbox at once, as for its reset. Resolves once it has. */
    finish: async (sandbox: string) => inUse(sandbox)?.finish(),
  }
}

export type SandboxTimers = ReturnType<typeof sandboxTimers>
