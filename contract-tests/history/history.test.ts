import { expect, test } from 'vitest'
import { bought, historyOf, ping } from './history.fixture.ts'
import { historyLines } from './history.ts'

test('a history is a line for the run, one for each exchange in its order, and a seal over all of them', () => {
  const history = historyOf([ping(), bought('A', 'PROCESSING'), bought('A', 'COMPLETED')])
  const lines = [...historyLines(history)].map((line) => JSON.parse(line))
  expect(lines.map(({ type, line }) => [type, line])).toEqual([
    ['run', 1],
    ['exchange', 2],
    ['exchange', 3],
    ['exchange', 4],
    ['seal', 5],
  ])
  expect(lines.slice(1, -1).map(({ exchange }) => exchange)).toEqual(
    history.entries.map(({ exchange }) => exchange),
  )
})
