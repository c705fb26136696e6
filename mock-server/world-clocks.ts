import type { Clock } from '../contract/clock.ts'
import { type Anchor, WorldClock, type WorldTime, worldTimeAt } from './world-clock.ts'

/** The time of each world. It never goes back, and no world moves another's. */
export type WorldClocks = {
  now(world: string): number
  timeOf(world: string): WorldTime
  /**
   * Moves a world on, whether it is frozen or not. Resolves once everything that was due by then has happened.
   *
   * @param seconds how far, not negative.
   */
  advance(world: string, seconds: number): Promise<void>
  freeze(world: string): void
  resume(world: string): void
  /** @param speed how many seconds pass in each second; above 0. */
  run(world: string, speed: number): void
  /**
   * Has something happen when a world's time has come.
   *
   * @param happen may return a promise, which resolves when it has happened.
   * @returns what calls it off.
   */
  at(world: string, moment: number, happen: () => unknown): () => void
  /** Gives a world the time that it began with. What was still to come happens now. */
  reset(world: string): void
}

/**
 * Clocks that start as one, and are moved one by one.
 *
 * @param speed how fast the time of every world runs until it is set otherwise.
 */
export function worldClocks(clock: Clock, speed = 1): WorldClocks {
  const began = clock.now()
  const common: Anchor = { clockTime: began, worldTime: began, speed, isFrozen: false }
  const moved = new Map<string, WorldClock>()
  const clockOf = (world: string): WorldClock => {
    const known = moved.get(world)
    if (known !== undefined) return known
    const own = new WorldClock(clock, common)
    moved.set(world, own)
    return own
  }
  return {
    now: (world) => moved.get(world)?.now() ?? worldTimeAt(common, clock.now()),
    timeOf: (world) => clockOf(world).time,
    advance: (world, seconds) => clockOf(world).advance(seconds * 1000),
    freeze: (world) => clockOf(world).change({ isFrozen: true }),
    resume: (world) => clockOf(world).change({ isFrozen: false }),
    run: (world, speed) => clockOf(world).change({ speed }),
    at: (world, moment, happen) => clockOf(world).at(moment, happen),
    reset(world) {
      moved.get(world)?.finish()
      moved.delete(world)
    },
  }
}
