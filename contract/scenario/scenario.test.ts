import { describe, expect, test } from 'vitest'
import { scenarioSchema } from './scenario.ts'

const SCENARIO = {
  sku: 'MY-CARD',
  name: 'mine',
  story: 'It is mine.',
  course: { processing: [{ forSeconds: 2, pollAfterSeconds: 1 }], settles: 'success' },
}
const fault = (given: object) => ({
  ...SCENARIO,
  faults: [{ at: 'after-recording', does: { kind: 'reset' }, ...given }],
})

describe('a scenario', () => {
  test.each([
    ['an undocumented state', { ...SCENARIO, course: { processing: [], settles: { state: 'ON_HOLD' } } }],
    ['a lookup that is late', { ...SCENARIO, course: { ...SCENARIO.course, hiddenForSeconds: 2 } }],
    ['an answer that is held', fault({ does: { kind: 'stall', seconds: 90 } })],
    ['half an answer that is held', fault({ at: 'in-answer', does: { kind: 'stall', seconds: 90 } })],
    ['an answer that dribbles', fault({ at: 'in-answer', does: { kind: 'dribble', seconds: 3 } })],
    ['an answer that is cut', fault({ at: 'in-answer', does: { kind: 'close' } })],
    ['a lookup that is lost, always', fault({ on: 'lookupOrder', times: null })],
    ['a refusal', fault({ does: { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 2 } })],
  ])('may have %s', (_, scenario) => {
    expect(scenarioSchema.safeParse(scenario).error).toBeUndefined()
  })

  test.each([
    ['of a dribble without an answer', fault({ does: { kind: 'dribble', seconds: 1 } }), 'in-answer'],
    ['of a fault that never happens', fault({ times: 0 }), 'from 1 to 1000'],
    ['of a stall without an end', fault({ does: { kind: 'stall' } }), 'a number of seconds'],
  ])('%s is refused, with what fits', (_, scenario, fits) => {
    const messages = scenarioSchema.safeParse(scenario).error?.issues.map(({ message }) => message) ?? []
    expect(messages.join('\n')).toContain(fits)
  })
})
