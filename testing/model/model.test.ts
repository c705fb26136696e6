import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { type Answer, DocumentedService, deliveryOf } from './documented-service.fixture.ts'
import { STORIES, type Told } from './stories.fixture.ts'

/** How long clients of one scenario do not wait: the others have as long as an answer takes. */
const IMPATIENT = 'SCENARIO-STALLED'

test('every scenario has its story, and no story is without one', () => {
  expect(STORIES.map(({ sku }) => sku).toSorted()).toEqual(SCENARIOS.map(({ sku }) => sku).toSorted())
})

describe('the model does what the story of a scenario says', () => {
  test.each(STORIES)('$sku', ({ sku, paid, told }) => {
    const service = new DocumentedService()
    let now = 0
    const played = told.map((one): Told => {
      now += 1000 * (one.advanceSeconds ?? 0)
      if (one.advanceSeconds !== undefined) return one
      const partnerReference = one.call === 'buy another' ? 'SHOP:2' : 'SHOP:1'
      const isLookup = one.call === 'look up'
      const answer = service.answer(
        isLookup
          ? { method: 'GET', target: `/orders/${encodeURIComponent(partnerReference)}` }
          : { method: 'POST', target: '/orders', body: JSON.stringify({ partnerReference, sku }) },
        now,
      )
      const does = answer.fault?.does
      if (does !== undefined && 'seconds' in does && sku !== IMPATIENT) now += 1000 * does.seconds
      return { ...one, ...seenOf(answer, isLookup, sku), effect: answer.order?.effect ?? 'none' }
    })
    expect(played).toEqual(told)
    const { price } = SCENARIOS.find((scenario) => scenario.sku === sku) ?? { price: 0 }
    expect(500_000 - service.account.available(now)).toBe(paid * price)
  })
})

/** What a client sees of an answer, read where it belongs and nowhere else (§4.1). */
function seenOf(answer: Answer, isLookup: boolean, sku: string) {
  const { status, document, fault } = answer
  const delivery = deliveryOf(answer)
  if (fault?.does.kind === 'stall' && sku === IMPATIENT) return { seen: 'timeout', delivery: 'lost' }
  if (delivery !== 'delivered') return { seen: fault?.does.kind === 'reset' ? 'reset' : 'closed', delivery }
  if (status !== 200) return { seen: String(status), delivery }
  const { order } = (document as { data: { order: Summary & { order?: Summary } } }).data
  const { status: state, pollAfterSeconds } = (isLookup ? order : order.order) ?? {}
  return { seen: [state, pollAfterSeconds].filter((part) => part !== undefined).join(' '), delivery }
}

type Summary = { readonly status?: string; readonly pollAfterSeconds?: number }

test('the model shares no code with what is held to it: it takes data and types alone', () => {
  const directory = new URL('./', import.meta.url)
  const served = readdirSync(directory).filter((name) => name.endsWith('.fixture.ts'))
  const imported = served.flatMap((name) =>
    Array.from(
      readFileSync(new URL(name, directory), 'utf8').matchAll(
        /^(?:import (?!type)|\} ).*from '(\.\.\/.*)'$/gm,
      ),
      ([, from]) => from,
    ),
  )
  expect(new Set(imported)).toEqual(
    new Set(['../../contract/wire/ordered-fault.ts', '../../fixtures/scenarios.ts']),
  )
})
