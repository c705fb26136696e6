import { expect, test } from 'vitest'
import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { randomBy } from '../../../contract/testing/random.fixture.ts'
import { isFull, runs } from '../../../contract/testing/sample.fixture.ts'
import type { Decisions } from '../client/decisions.ts'
import { brokenIn } from '../runner/judge-client.ts'
import { PLAYED, trialOf } from '../runner/model-trial.ts'
import { generatedScenario, type Random } from './courses.ts'
import { generatedClient } from './habits.ts'
import { misreading } from './misreading.ts'
import { mistakenClient } from './mistaken-client.ts'

/** The number of scenarios of a run, and so of its journals. */
const SCENARIOS = 4
const RUNS = runs({ sample: 8, full: 12_500 })
const WHOLE_RUNS = runs({ sample: 1, full: 400 })
/** The full test has other clients each day. A failure names its seed, so that it can be repeated. */
const FROM = isFull ? Math.floor(Date.now() / 86_400_000) * RUNS : 0

const seeds = (count: number) => Array.from({ length: count }, (_, index) => FROM + index)

function generatedTable(random: Random, change: Partial<Scenario> = {}): readonly Scenario[] {
  return Array.from({ length: SCENARIOS }, (_, index) => ({
    ...generatedScenario(random, `CARD-${index + 1}`),
    ...change,
  }))
}

async function blamedOf(
  decisions: Decisions,
  table: readonly Scenario[],
): Promise<readonly ClientClauseId[]> {
  const trials = []
  for (const scenario of table) trials.push(await trialOf(decisions, scenario, table))
  return brokenIn(trials, table)
}

test(`no good client breaks a clause in ${RUNS * SCENARIOS} journals, from seed ${FROM}`, {
  timeout: 0,
}, async () => {
  const wronged: string[] = []
  for (const seed of seeds(RUNS)) {
    const random = randomBy(seed)
    const table = generatedTable(random)
    const blamed = await blamedOf(generatedClient(random), table)
    if (blamed.length > 0) wronged.push(`${seed}: ${blamed}`)
  }
  expect(wronged).toEqual([])
})

test.each([
  [259804193, 'whose key was refused after its restart'],
  [259805205, 'that did not find its card after its restart'],
])('client %d, %s, may exit with a failure', async (seed) => {
  const random = randomBy(seed)
  const table = generatedTable(random)
  expect(await blamedOf(generatedClient(random), table)).toEqual([])
})

/** A few journals show too little, such as an order that was given up beside another one that failed. */
const LEAST_RIGHT = 0.996
/** A client that reads some answers to a retry or a lookup and misses others may look impatient instead. */
const LEAST_PLACED = 0.88
/** A mistake can't be seen if its moment did not come, or if its change is allowed there. */
const LEAST_SEEN = 0.85

test(`a client with one mistake is blamed for that mistake alone in ${RUNS * SCENARIOS} journals, from seed ${FROM}`, {
  timeout: 0,
}, async () => {
  const wrong: string[] = []
  let [made, seen] = [0, 0]
  for (const seed of seeds(RUNS)) {
    const random = randomBy(seed)
    // A client may take an unknown field for the summary. The table of the clients' matrix has those cases.
    const table = generatedTable(random, { extraFields: false })
    const client = mistakenClient(generatedClient(random, true), random)
    const blamed = await blamedOf(client.decisions, table)
    const expected = [...client.broken, ...(client.broken.length > 0 ? client.mayAlsoBreak : [])]
    if (blamed.some((id) => !expected.includes(id))) wrong.push(`${seed}, ${client.says}: ${blamed}`)
    if (client.broken.length > 0) made += 1
    if (blamed.length > 0) seen += 1
  }
  expect(1 - wrong.length / RUNS, wrong.slice(0, 5).join('; ')).toBeGreaterThan(LEAST_RIGHT)
  expect(seen / made).toBeGreaterThan(LEAST_SEEN)
})

test(`a client that misreads an answer is blamed for its position alone in ${WHOLE_RUNS * PLAYED.length} journals, from seed ${FROM}`, {
  timeout: 0,
}, async () => {
  const wrong: string[] = []
  for (const seed of seeds(WHOLE_RUNS)) {
    const random = randomBy(seed)
    const client = misreading(generatedClient(random, true), random)
    const blamed = await blamedOf(client.decisions, PLAYED)
    const isOther = blamed.some((id) => !client.broken.includes(id))
    if (client.isShown() && isOther) wrong.push(`${seed}, ${client.says}: ${blamed}`)
  }
  expect(1 - wrong.length / WHOLE_RUNS, wrong.slice(0, 5).join('; ')).toBeGreaterThan(LEAST_PLACED)
})
