import { expect, test } from 'vitest'
import { inOneTurn } from './transaction.ts'

function counting() {
  const batches: (readonly number[])[] = []
  const double = inOneTurn((numbers: readonly number[]) => {
    batches.push(numbers)
    if (numbers.includes(13)) throw new Error('thirteen')
    return numbers.map((number) => number * 2)
  })
  return { batches, double }
}

test('calls of one turn are carried out together, and each gets its own result', async () => {
  const { batches, double } = counting()
  const asked = [1, 2, 3].map(double)
  expect(batches).toEqual([])
  expect(await Promise.all(asked)).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

test('a call that is made by an answer belongs to the next turn', async () => {
  const { batches, double } = counting()
  expect(await double(1).then(double)).toBe(4)
  expect(batches).toEqual([[1], [2]])
})

test('an error fails all calls of its turn, and none after them', async () => {
  const { double } = counting()
  const asked = await Promise.allSettled([1, 13].map(double))
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await double(2)).toBe(4)
})
