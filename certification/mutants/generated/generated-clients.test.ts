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
import { slipping } from './slipping.ts'

/** Of each run, one journal for each scenario. */
const SCENARIOS = 4
const RUNS = runs({ sample: 8, full: 12_500 })
const WHOLE_RUNS = runs({ sample: 1, full: 400 })
/** Other clients each day, in the full test: what fails can be tried again. */
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

test(`of ${RUNS * SCENARIOS} journals of good clients, from seed ${FROM}, none breaks a clause`, {
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
  [259804193, 'that was started again, and whose key was refused then'],
  [259805205, 'that was started again, and did not find the card that it had bought'],
])('client %d, %s, may end as if it had failed', async (seed) => {
  const random = randomBy(seed)
  const table = generatedTable(random)
  expect(await blamedOf(generatedClient(random), table)).toEqual([])
})

/** What is left shows too little: an order that was given up where another one failed, for one. */
const LEAST_RIGHT = 0.996
/** One that reads some answers to a retry or a lookup, and misses others, may look impatient instead. */
const LEAST_PLACED = 0.93
/** A mistake at a moment that did not come, or where what it changes is allowed, can't be seen. */
const LEAST_SEEN = 0.85

test(`of ${RUNS * SCENARIOS} journals of clients with one mistake, from seed ${FROM}, that one is blamed alone`, {
  timeout: 0,
}, async () => {
  const wrong: string[] = []
  let [made, seen] = [0, 0]
  for (const seed of seeds(RUNS)) {
    const random = randomBy(seed)
    // Of unknown fields, one may be what a client takes for the summary: their table is that of the clients' matrix.
    const table = generatedTable(random, { extraFields: false })
    const client = slipping(generatedClient(random, true), random)
    const blamed = await blamedOf(client.decisions, table)
    const expected = [...client.made, ...(client.made.length > 0 ? client.rivals : [])]
    if (blamed.some((id) => !expected.includes(id))) wrong.push(`${seed}, ${client.says}: ${blamed}`)
    if (client.made.length > 0) made += 1
    if (blamed.length > 0) seen += 1
  }
  expect(1 - wrong.length / RUNS, wrong.slice(0, 5).join('; ')).toBeGreaterThan(LEAST_RIGHT)
  expect(seen / made).toBeGreaterThan(LEAST_SEEN)
})

test(`of ${WHOLE_RUNS * PLAYED.length} journals of clients that misread an answer, from seed ${FROM}, its position is blamed alone`, {
  timeout: 0,
}, async () => {
  const wrong: string[] = []
  for (const seed of seeds(WHOLE_RUNS)) {
    const random = randomBy(seed)
    const client = misreading(generatedClient(random, true), random)
    const blamed = await blamedOf(client.decisions, PLAYED)
    const isOther = blamed.some((id) => !client.made.includes(id))
    if (client.isShown() && isOther) wrong.push(`${seed}, ${client.says}: ${blamed}`)
  }
  expect(1 - wrong.length / WHOLE_RUNS, wrong.slice(0, 5).join('; ')).toBeGreaterThan(LEAST_PLACED)
})
