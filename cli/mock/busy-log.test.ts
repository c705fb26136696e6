import { expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import type { CompletedExchange } from '../../mock-server/journal/journal.ts'
import { unlessBusy } from './busy-log.ts'

/** An exchange whose texts must not be read: for a count they are not needed. */
function completed(status: number, outcome: CompletedExchange['outcome'] = 'delivered'): CompletedExchange {
  return {
    status,
    outcome,
    get exchange(): never {
      throw new Error('It was read.')
    },
  }
}

function log() {
  const clock = manualClock()
  const said: (string | number)[] = []
  const exchange = unlessBusy(
    {
      line: ({ status, outcome }) => said.push(outcome === 'delivered' ? (status ?? 0) : (outcome ?? '')),
      summary: ({ exchanges, wrong, unnamed }) =>
        said.push(`${exchanges}, ${wrong} wrong, ${unnamed} unnamed`),
    },
    clock,
  )
  const many = (count: number, status = 200) => {
    for (let each = 0; each < count; each += 1) exchange(completed(status))
  }
  return { clock, said, many, exchange }
}

test('up to 200 exchanges a second have a line each', () => {
  const { clock, said, many } = log()
  for (let second = 0; second < 3; second += 1) {
    many(200)
    clock.advance(1_000)
  }
  expect(said).toEqual(Array(600).fill(200))
})

test('above that, a second has one line that says how many, and lines of those that went wrong', () => {
  const { clock, said, many, exchange } = log()
  many(5_000)
  exchange(completed(404))
  exchange(completed(200, 'lost'))
  expect(said.splice(0)).toEqual([...Array(200).fill(200), 404, 'lost'])
  clock.advance(1_000)
  expect(said.splice(0)).toEqual(['5002, 2 wrong, 0 unnamed'])
  many(300)
  clock.advance(1_000)
  expect(said).toEqual(['300, 0 wrong, 0 unnamed'])
})

test('a limited number of failed ones is shown, and the others are counted', () => {
  const { clock, said, many } = log()
  many(1_000, 503)
  clock.advance(1_000)
  expect(said).toEqual([...Array(200).fill(503), '1000, 1000 wrong, 800 unnamed'])
})

test('after a second with fewer, exchanges are shown one by one again', () => {
  const { clock, said, many } = log()
  many(201)
  clock.advance(1_000)
  many(100)
  clock.advance(1_000)
  expect(said.splice(0).slice(-2)).toEqual(['201, 0 wrong, 0 unnamed', '100, 0 wrong, 0 unnamed'])
  many(2)
  clock.advance(5_000)
  expect(said).toEqual([200, 200])
})
