/** Random numbers that are the same ones for the same seed. */
export type Dice = {
  /** A whole number from 0 to `below`, without it. */
  number(below: number): number
  chance(oneIn: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Dice of one seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    chance: (oneIn) => number(oneIn) === 0,
    pick: (items) => items[number(items.length)] ?? items[0],
  }
}
