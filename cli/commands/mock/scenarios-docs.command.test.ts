import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseScenarios } from '../../../contract/scenario/parse-scenarios.ts'
import { scenarioSchema } from '../../../contract/scenario/scenario.ts'
import { COMMIT_POINTS, FAULT_KINDS, SCRIPTED_REFUSALS } from '../../../contract/wire/fault.ts'
import { callerOf, startMockHere } from '../../mock/mock-process.fixture.ts'

const EXAMPLE = fileURLToPath(new URL('../../../docs/scenarios.example.json', import.meta.url))
const PAGE = readFileSync(new URL('../../../docs/scenarios.md', import.meta.url), 'utf8')

test('the example file is served: its cards, its order phases, and its replacement of a built-in scenario', async (context) => {
  const { url } = await startMockHere(context, ['--quiet', '--scenarios', EXAMPLE])
  const caller = callerOf(url, 'pk_test_example')
  for (const attempt of [1, 2]) {
    await expect(caller.buy('SHOP:1', 'SLOW-AND-LOST'), `attempt ${attempt}`).rejects.toThrow()
  }
  const processing = { data: { order: { order: { status: 'PROCESSING', pollAfterSeconds: 1 } } } }
  expect(await caller.purchase('SHOP:1', 'SLOW-AND-LOST')).toEqual(processing)
  expect(await caller.purchase('SHOP:2', 'BUSY-LOOKUP')).toMatchObject({
    data: { order: { order: { status: 'ON_HOLD' } } },
  })
  const lookups = [1, 2, 3].map(() => caller.get('/orders/SHOP%3A2'))
  expect((await Promise.all(lookups)).map(({ status }) => status).sort()).toEqual([200, 429, 429])
  expect(await caller.purchase('SHOP:3', 'SCENARIO-FAILS')).toEqual({
    data: { order: { order: { status: 'FAILED' } } },
  })
  expect(await caller.json('/products/SLOW-AND-LOST/price')).toMatchObject({
    data: { price: { amount: '19.99' } },
  })
})

test('the page names every key of a scenario, every kind of fault, every commit point and every refusal', () => {
  const { course } = scenarioSchema.shape
  const words = [
    ...Object.keys(scenarioSchema.shape),
    ...Object.keys(course.shape),
    ...['on', 'at', 'does', 'times', 'forSeconds', 'pollAfterSeconds', 'retryAfterSeconds', 'state'],
    ...[...COMMIT_POINTS, ...FAULT_KINDS, ...SCRIPTED_REFUSALS],
  ]
  expect(words.filter((word) => !new RegExp(`[\`"]${word}\\b`).test(PAGE))).toEqual([])
})

test('the smallest file of the page can be used', () => {
  const [, smallest = ''] = /```json\n(.*?)```/s.exec(PAGE) ?? []
  expect(parseScenarios(smallest, 'docs/scenarios.md')).toHaveLength(1)
})
