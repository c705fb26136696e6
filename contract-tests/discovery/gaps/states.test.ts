import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { learntWith } from '../openapi/learnt.fixture.ts'
import { statesWith } from './states.ts'

const START = resolveProfile({})

test.each([
  ['states.success', ['ISSUED', 'COMPLETED', 'Done', 'DELIVERED']],
  [
    'states.failure',
    ['REJECTED', 'FAILED', 'payment_declined', 'EXPIRED', 'CANCELED', 'VOIDED', 'ERROR', 'REFUNDED'],
  ],
] as const)('in %s are %j', (key, states) => {
  for (const state of states) expect(statesWith(state, START)).toMatchObject({ key, states: [state] })
})

test('a state that the profile names keeps its side, also if its name suggests the other', () => {
  const start = resolveProfile({ states: { success: ['NO_ERROR'], failure: ['GONE'] } })
  expect(statesWith('NO_ERROR', start).key).toBe('states.success')
  expect(statesWith('GONE', start).key).toBe('states.failure')
})

test('a list that is observed or confirmed is added to, not replaced', () => {
  const provenance = { 'states.success': 'confirmed' } as const
  const start = resolveProfile({ states: { success: ['SENT'] }, provenance })
  expect(statesWith('ISSUED', start).states).toEqual(['SENT', 'ISSUED'])
})

test('that it is a success is said to be assumed', () => {
  expect(statesWith('ISSUED', START).reason).toContain('assumed')
  expect(statesWith('COMPLETED', START).reason).toContain('which the profile names')
})

const statesOf = (status: object) => learntWith({ status }).profile.states

test('states are divided by what a description says, before what a name says', () => {
  const bought = { enum: ['A'], description: 'The card is bought.' }
  const none = { enum: ['DONE'], description: 'No card is bought.' }
  const status = { anyOf: [{ const: 'PROCESSING' }, bought, none] }
  expect(statesOf(status)).toEqual({ success: ['A'], failure: ['DONE'] })
})

test('states that sound unsettled are in neither list, and named', () => {
  const status = { enum: ['PROCESSING', 'QUEUED', 'COMPLETED', 'FAILED'] }
  const { profile, events } = learntWith({ status })
  expect(profile.states).toEqual({ success: ['COMPLETED'], failure: ['FAILED'] })
  expect(JSON.stringify(events)).toContain('The state QUEUED is in no list of the profile')
})

test('states may be in examples alone', () => {
  const status = { type: 'string', examples: ['ISSUED', 'REJECTED'] }
  expect(statesOf(status)).toEqual({ success: ['ISSUED'], failure: ['REJECTED'] })
})
