import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
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
