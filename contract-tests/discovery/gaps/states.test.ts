import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { learntWith } from '../openapi/learnt.fixture.ts'
import { statesWith } from './states.ts'

const START = resolveProfile({})

test.each(['ISSUED', 'COMPLETED', 'Done', 'DELIVERED'])('%s counts as a success', (state) => {
  expect(statesWith(state, START)).toMatchObject({ key: 'states.success', states: [state] })
})

test.each(['REJECTED', 'FAILED', 'payment_declined', 'EXPIRED', 'CANCELED', 'VOIDED', 'ERROR', 'REFUNDED'])(
  '%s is taken for a failure',
  (state) => {
    expect(statesWith(state, START)).toMatchObject({ key: 'states.failure', states: [state] })
  },
)

test('a state that the profile names keeps its side, also if its name suggests the other', () => {
  const start = resolveProfile({ states: { success: ['NO_ERROR'], failure: ['GONE'] } })
  expect(statesWith('NO_ERROR', start).key).toBe('states.success')
  expect(statesWith('GONE', start).key).toBe('states.failure')
})

test('a list that is observed or confirmed is added to, not replaced', () => {
  const start = resolveProfile({
    states: { success: ['SENT'] },
    provenance: { 'states.success': 'confirmed' },
  })
  expect(statesWith('ISSUED', start).states).toEqual(['SENT', 'ISSUED'])
})

test('that it is a success is said to be assumed', () => {
  expect(statesWith('ISSUED', START).reason).toContain('assumed')
  expect(statesWith('COMPLETED', START).reason).toContain('which the profile names')
})

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
