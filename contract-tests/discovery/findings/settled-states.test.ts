import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { statesWith } from './settled-states.ts'

const START = resolveProfile({})

test.each(['ISSUED', 'COMPLETED', 'Done', 'DELIVERED'])('%s is taken for a success', (state) => {
  expect(statesWith(state, START)).toMatchObject({ key: 'states.success', states: [state] })
})

test.each(['REJECTED', 'FAILED', 'payment_declined', 'EXPIRED', 'CANCELED', 'VOIDED', 'ERROR', 'REFUNDED'])(
  '%s is taken for a failure',
  (state) => {
    expect(statesWith(state, START)).toMatchObject({ key: 'states.failure', states: [state] })
  },
)

test('a state that the profile names stays on its side, whatever its name', () => {
  const start = resolveProfile({ states: { success: ['NO_ERROR'], failure: ['GONE'] } })
  expect(statesWith('NO_ERROR', start).key).toBe('states.success')
  expect(statesWith('GONE', start).key).toBe('states.failure')
})

test('a list that is more than assumed is added to, not replaced', () => {
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
