import { expect, test } from 'vitest'
import { randomBy } from '../../contract/random.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { isFull, runs } from '../../contract/testing/sample.fixture.ts'
import { legalHistory, relaxedHistory } from './testing/generated-history.fixture.ts'
import { findingOf, judged } from './testing/judged.fixture.ts'
import { WAYS } from './testing/ways.fixture.ts'

const HISTORIES = runs({ sample: 150, full: 100_000 })
/** Other histories each day, in the full test: what fails can be tried again. */
const FROM = isFull ? Math.floor(Date.now() / 86_400_000) * HISTORIES : 0

/** An order that was bought again, or merged, while the balance is behind or another one is due. */
const LEAST_FOUND = 0.999

test(`of ${HISTORIES} services that keep every clause, from seed ${FROM}, none is blamed`, {
  timeout: 0,
}, () => {
  const blamed: number[] = []
  for (let seed = FROM; seed < FROM + HISTORIES; seed += 1) {
    const { broken, ties } = judged(legalHistory(randomBy(seed)))
    if (broken.length + ties.length > 0) blamed.push(seed)
  }
  expect(blamed).toEqual([])
})

test.each([2078339061, 2078339280, 2078367349, 2078376578, 2078499371, 2078578584, 2078611562])(
  'service %d, whose balance is behind where an order failed or is sent again, is not blamed',
  (seed) => {
    expect(judged(legalHistory(randomBy(seed)))).toEqual({ broken: [], ties: [] })
  },
)

test('a failed order that a lookup of another order shows as a success is not taken for a free card', () => {
  const history = relaxedHistory('lookup-position', randomBy(2078429384))
  expect(judged(history).broken).toEqual(['lookup-position'])
})

test(`of ${HISTORIES} that break one at one place, from seed ${FROM}, that clause is blamed, and no other`, {
  timeout: 0,
}, () => {
  const clauses = Object.keys(WAYS) as ServerClauseId[]
  const wrong: string[] = []
  let shown = 0
  for (let seed = FROM; seed < FROM + HISTORIES; seed += 1) {
    const clause = clauses[seed % clauses.length] as ServerClauseId
    const history = relaxedHistory(clause, randomBy(seed))
    if (!history.couldShow) continue
    shown += 1
    const finding = findingOf(clause, history.way, judged(history))
    if (finding === 'missed' || finding === 'also another') wrong.push(`${clause}, ${history.way}: ${seed}`)
  }
  expect(1 - wrong.length / shown, wrong.slice(0, 5).join('; ')).toBeGreaterThan(LEAST_FOUND)
})
