import type { Clock } from '../contract/clock.ts'

/** How the time of one world stands and runs. */
export type WorldTime = {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly isFrozen: boolean
  /** How many seconds pass in it in each second of the clock. */
  readonly speed: number
}

/** A moment at which a world's time was known, and how it has run since. */
export type Anchor = {
  readonly clockTime: number
  readonly worldTime: number
  readonly speed: number
  readonly isFrozen: boolean
}

/** Something that is to happen at a moment of a world's time. */
type Alarm = { readonly moment: number; readonly happen: () => unknown }

/** The time of one world, and what is to happen in it. */
export class WorldClock {
  readonly #clock: Clock
  readonly #alarms = new Set<Alarm>()
  #anchor: Anchor
  #disarm = (): void => {}

  constructor(clock: Clock, anchor: Anchor) {
    this.#clock = clock
    this.#anchor = anchor
  }

  get time(): WorldTime {
    const { isFrozen, speed } = this.#anchor
    return { now: this.now(), isFrozen, speed }
  }

  now(): number {
    return worldTimeAt(this.#anchor, this.#clock.now())
  }

  /** Goes on from now in another way. Nothing of it can move the time back. */
  change(changed: Partial<Pick<Anchor, 'speed' | 'isFrozen'>>): void {
    this.#anchor = { ...this.#anchor, clockTime: this.#clock.now(), worldTime: this.now(), ...changed }
    this.#arm()
  }

  /** Resolves once everything that was due by then has happened. */
  async advance(milliseconds: number): Promise<void> {
    const worldTime = this.now() + milliseconds
    this.#anchor = { ...this.#anchor, clockTime: this.#clock.now(), worldTime }
    await this.#happenDue()
  }

  /** @returns what calls it off. */
  at(moment: number, happen: () => unknown): () => void {
    const alarm = { moment, happen }
    this.#alarms.add(alarm)
    this.#arm()
    return () => {
      this.#alarms.delete(alarm)
      this.#arm()
    }
  }

  /** Has everything happen that was still to come. */
  finish(): void {
    for (const { happen } of this.#takeDue(Number.POSITIVE_INFINITY)) void happen()
    this.#arm()
  }

  async #happenDue(): Promise<void> {
    for (let due = this.#takeDue(this.now()); due.length > 0; due = this.#takeDue(this.now())) {
      await Promise.all(due.map(({ happen }) => happen()))
    }
    this.#arm()
  }

  #takeDue(now: number): Alarm[] {
    const due = [...this.#alarms].filter(({ moment }) => moment <= now)
    for (const alarm of due) this.#alarms.delete(alarm)
    return due.sort((one, other) => one.moment - other.moment)
  }

  #arm(): void {
    this.#disarm()
    this.#disarm = () => {}
    const { isFrozen, speed } = this.#anchor
    if (isFrozen || this.#alarms.size === 0) return
    const first = Math.min(...Array.from(this.#alarms, ({ moment }) => moment))
    this.#disarm = this.#clock.after((first - this.now()) / speed, () => void this.#happenDue())
  }
}

/** The time of a world at a time of the clock that it follows. */
export function worldTimeAt({ clockTime, worldTime, speed, isFrozen }: Anchor, clockNow: number): number {
  return isFrozen ? worldTime : worldTime + (clockNow - clockTime) * speed
}
