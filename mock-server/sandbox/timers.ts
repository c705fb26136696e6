import type { Clock } from '../../contract/clock.ts'
import { type Anchor, sandboxTimeAt } from '../store/sandbox-clock.ts'
import type { Account, Store } from '../store/store.ts'

/** What this process is to do at moments of its sandboxes' time: let answers go that it holds back. */
export type SandboxTimers = {
  /**
   * Has something happen when a sandbox's time has come.
   *
   * @param moment milliseconds, of the sandbox's time.
   * @param happen may return a promise, which resolves when it has happened.
   * @returns what calls it off.
   */
  at(account: Account, moment: number, happen: () => unknown): () => void
  /** Reads a sandbox's time again. Resolves once everything that was due by then has happened. */
  settle(sandbox: string): Promise<void>
  /** Lets everything happen at once that was still to come in a sandbox, as for its reset. Resolves once it has. */
  finish(sandbox: string): Promise<void>
}

/** How soon a sandbox's time is read again, when it could not be read. */
const RETRY_MS = 1_000

/** A clock that is read elsewhere may differ by so much from one moment to the next, and not have been put back. */
const CLOCK_NOISE_MS = 1_000

type Timer = { readonly moment: number; readonly happen: () => unknown }

/** What is to happen in one sandbox. It goes by the last time that the store returned, and by this process's clock since. */
class Agenda {
  readonly #clock: Clock
  readonly #readAnchor: () => Promise<Anchor>
  readonly #timers = new Set<Timer>()
  readonly #happening = new Set<Promise<unknown>>()
  #anchor: Anchor | undefined
  #isAsked = false
  #reading: Promise<void> = Promise.resolve()
  #disarm = (): void => {}

  constructor(clock: Clock, readAnchor: () => Promise<Anchor>) {
    this.#clock = clock
    this.#readAnchor = readAnchor
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

  /** One reading after the other, so that the last one counts. */
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

  /** What has happened may have brought about more that is due already. */
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
    if (this.#anchor === undefined || this.#anchor.isFrozen || this.#timers.size === 0) return
    const first = Math.min(...Array.from(this.#timers, ({ moment }) => moment))
    const waitMs = (first - this.#now()) / this.#anchor.speed
    this.#disarm = this.#clock.after(waitMs, () => this.#happenUntil(this.#now()))
  }
}

/**
 * Timers of this process by the time of the store's sandboxes, whichever process moves it.
 *
 * @param clock runs as the store's does, if not by the same time: it measures what passes between two readings.
 */
export function sandboxTimers(store: Pick<Store, 'enter' | 'onTimeChange'>, clock: Clock): SandboxTimers {
  const agendas = new Map<string, Agenda>()
  const agendaOf = (account: Account): Agenda => {
    const known = agendas.get(account.sandbox)
    if (known !== undefined) return known
    const opened = new Agenda(clock, async () => {
      const clockTime = clock.now()
      const { now, speed, isFrozen } = await store.enter(account)
      return { clockTime, sandboxTime: now, speed, isFrozen }
    })
    agendas.set(account.sandbox, opened)
    return opened
  }
  const inUse = (sandbox: string): Agenda | undefined => {
    const agenda = agendas.get(sandbox)
    return agenda?.isDone === false ? agenda : undefined
  }
  store.onTimeChange((sandbox) => void inUse(sandbox)?.read())
  return {
    at(account, moment, happen) {
      forgetDone(agendas)
      const agenda = agendaOf(account)
      const timer = { moment, happen }
      agenda.add(timer)
      return () => agenda.remove(timer)
    },
    settle: async (sandbox) => inUse(sandbox)?.settle(),
    finish: async (sandbox) => inUse(sandbox)?.finish(),
  }
}

/** An agenda with nothing on it holds nobody up; it is gone when the next one is opened. */
function forgetDone(agendas: Map<string, Agenda>): void {
  for (const [sandbox, agenda] of agendas) if (agenda.isDone) agendas.delete(sandbox)
}
