import { randomBy } from '../../../contract/random.ts'

/** Random numbers that are the same ones for the same seed. */
export type Dice = {
  /** A whole number from 0 to `below`, without it. */
  number(below: number): number
  chance(oneIn: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Dice of one seed. */
export function diceOf(seed: number): Dice {
  const next = randomBy(seed)
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    chance: (oneIn) => number(oneIn) === 0,
    pick: (items) => items[number(items.length)] ?? items[0],
  }
}
