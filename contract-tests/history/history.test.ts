import { expect, test } from 'vitest'
import { bought, historyOf, ping } from './history.fixture.ts'
import { exchangeLines } from './history.ts'

test('each exchange of a run is a line of JSON, in the order of sending', () => {
  const { entries } = historyOf([ping(), bought('A', 'PROCESSING'), bought('A', 'COMPLETED')])
  const lines = exchangeLines(entries).split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toEqual(entries)
})
