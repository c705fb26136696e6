import { expect, test } from 'vitest'
import { takeTurns } from './rounds.ts'

test('every contestant has its turn in every round, and each round begins with the next', async () => {
  const turns: string[] = []
  await takeTurns(['a', 'b', 'c'], 3, async (name, round) => turns.push(`${name}${round}`))
  expect(turns).toEqual(['a0', 'b0', 'c0', 'b1', 'c1', 'a1', 'c2', 'a2', 'b2'])
})

test('one is measured at a time', async () => {
  let underWay = 0
  await takeTurns(['a', 'b'], 2, async () => {
    underWay += 1
    await new Promise(setImmediate)
    expect(underWay).toBe(1)
    underWay -= 1
  })
})

test('samples stay with their contestant, by round', async () => {
  const samples = await takeTurns(['a', 'b'], 2, async (name, round) => `${name}${round}`)
  expect(samples.get('b')).toEqual(['b0', 'b1'])
})

test('nobody takes no turns', async () => {
  expect(await takeTurns([], 2, async () => 1)).toEqual(new Map())
})
