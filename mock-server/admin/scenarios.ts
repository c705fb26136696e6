import { moneyWords } from '../../contract/wire/money.ts'
import { ORDERED_FAULTS } from '../../contract/wire/ordered-fault.ts'
import type { MockContext } from '../http/env.ts'

/** `GET /__mock/scenarios`: the cards with a story, and the faults that can be ordered for any card. */
export function readScenarios(c: MockContext): Response {
  const { scenarios, profile } = c.get('mock')
  const cards = scenarios.map(({ sku, name, story, price, clauses, course, faults }) => ({
    sku,
    name,
    story,
    price: moneyWords(price, profile.money),
    clauses,
    course,
    faults,
  }))
  const ordered = Object.entries(ORDERED_FAULTS).map(([fault, { at, does }]) => ({ fault, at, does }))
  return c.json({ scenarios: cards, faults: ordered })
}
