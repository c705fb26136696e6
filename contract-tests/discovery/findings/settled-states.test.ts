import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { statesWith } from './settled-states.ts'

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
