import { describe, expect, test } from 'vitest'
import { learntWith } from '../learnt.fixture.ts'

describe('states', () => {
  const statesOf = (status: object) => learntWith({ status }).profile.states

  test('are divided by what a description says, before what a name says', () => {
    const status = {
      anyOf: [
        { const: 'PROCESSING' },
        { enum: ['A'], description: 'The card is bought.' },
        { enum: ['DONE'], description: 'No card is bought.' },
      ],
    }
    expect(statesOf(status)).toEqual({ success: ['A'], failure: ['DONE'] })
  })

  test('that sound unsettled are in neither list, and named', () => {
    const { profile, events } = learntWith({
      status: { enum: ['PROCESSING', 'QUEUED', 'COMPLETED', 'FAILED'] },
    })
    expect(profile.states).toEqual({ success: ['COMPLETED'], failure: ['FAILED'] })
    expect(JSON.stringify(events)).toContain('The state QUEUED is in no list of the profile')
  })

  test('may be in examples alone', () => {
    expect(statesOf({ type: 'string', examples: ['ISSUED', 'REJECTED'] })).toEqual({
      success: ['ISSUED'],
      failure: ['REJECTED'],
    })
  })
})
