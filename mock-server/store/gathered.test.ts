import { describe, expect, test } from 'vitest'
import { gathered, IN_ONE_TURN } from './gathered.ts'

/** A task whose batches end when the test lets them. */
function gate() {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const carryOut = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      batches.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject })
    })
  return { batches, carryOut }
}

test('a call starts at once while a lane is free; the others start together when one becomes free', async () => {
  const { batches, carryOut } = gate()
  const call = gathered(carryOut, { lanes: 2, most: 10 })
  const answers = [1, 2, 3, 4, 5].map(call)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]])
  batches[0]?.end()
  expect(await answers[0]).toBe(10)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]])
  batches[2]?.end()
  expect(await Promise.all(answers.slice(2))).toEqual([30, 40, 50])
  batches[1]?.end()
  expect(await answers[1]).toBe(20)
})

test('a batch holds no more than it may', async () => {
  const { batches, carryOut } = gate()
  const call = gathered(carryOut, { lanes: 1, most: 2 })
  const answers = [1, 2, 3, 4].map(call)
  batches[0]?.end()
  await answers[0]
  batches[1]?.end()
  await answers[2]
  batches[2]?.end()
  await answers[3]
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
})

test('all calls of a batch reject with its error, and the next ones continue', async () => {
  const { batches, carryOut } = gate()
  const call = gathered(carryOut, { lanes: 1, most: 10 })
  const answers = [1, 2, 3].map(call)
  batches[0]?.end()
  await answers[0]
  batches[1]?.fail(new Error('away'))
  const failed = await Promise.allSettled(answers.slice(1))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = call(4)
  batches[2]?.end()
  expect(await next).toBe(40)
})

describe('the calls of one turn', () => {
  function counting() {
    const batches: (readonly number[])[] = []
    const carryOut = async (numbers: readonly number[]) => {
      batches.push(numbers)
      return numbers.map((number) => number * 2)
    }
    return { batches, double: gathered(carryOut, IN_ONE_TURN) }
  }

  test('are carried out together, and each gets its own result', async () => {
    const { batches, double } = counting()
    const asked = [1, 2, 3].map(double)
    expect(batches).toEqual([])
    expect(await Promise.all(asked)).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
  })

  test('do not include one that is made by an answer', async () => {
    const { batches, double } = counting()
    expect(await double(1).then(double)).toBe(4)
    expect(batches).toEqual([[1], [2]])
  })
})
