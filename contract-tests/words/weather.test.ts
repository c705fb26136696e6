import { expect, test } from 'vitest'
import { judgeServer } from '../mutants/judge-server.ts'
import { FIVE_WEATHERS } from '../mutants/weather/weather.ts'

test.each([
  ['a 503 for every 9th call', /^Weather: \d+ answers said nothing, asked again\.$/],
  ['the balance is 0.5 s old', /the balance lags 0\.\d s/],
  ['a lookup finds an order after 0.3 s', /the lookup found \d orders? late, within \d\.\d s/],
  [
    'each purchase moves the price by up to 5 %, and has a fee',
    /the price of SCENARIO-AT-ONCE went from 25\.00 USD to 2[56]\.\d\d USD/,
  ],
])('%s is said in the remark weather', async (name, words) => {
  const server = FIVE_WEATHERS.find((weather) => weather.name === name)
  const { report } = await judgeServer(server as NonNullable<typeof server>)
  expect(report.remarks.find(({ id }) => id === 'weather')?.message).toMatch(words)
})

test('a run in fair weather says nothing of it', async () => {
  const { report } = await judgeServer({ change: () => (request, forward) => forward(request) })
  expect(report.remarks).toEqual([])
})
