import type { Clock } from '../contract/clock.ts'

/** The time of each world: the clock's, and how far the world was advanced. */
export type WorldClocks = {
  now(world: string): number
  /** @param seconds how far, not negative. */
  advance(world: string, seconds: number): void
}

/** Clocks that start as one, and are advanced one by one. */
export function worldClocks(clock: Clock): WorldClocks {
  const offsets = new Map<string, number>()
  return {
    now: (world) => clock.now() + (offsets.get(world) ?? 0),
    advance(world, seconds) {
      offsets.set(world, (offsets.get(world) ?? 0) + seconds * 1000)
    },
  }
}
