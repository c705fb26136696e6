import { describe, expect, test } from 'vitest'
import { type Fault, faultOf, faultSchema } from '../../contract/wire/fault.ts'
import type { OperationCall } from '../respond/call.ts'
import { fits } from './faults.ts'

const fault = (given: object): Fault =>
  faultSchema.parse({ at: 'before-recording', does: { kind: 'reset' }, ...given })

const kinds = (faults: readonly Fault[], on: Fault['on'], attempts: number) =>
  Array.from({ length: attempts }, (_, index) => faultOf({ faults }, on, index + 1)?.does.kind ?? 'none')

describe('the faults of an operation', () => {
  test('apply to the first requests about a reference, by default to one', () => {
    expect(kinds([fault({})], 'createOrder', 3)).toEqual(['reset', 'none', 'none'])
    expect(kinds([fault({ times: 2 })], 'createOrder', 3)).toEqual(['reset', 'reset', 'none'])
  })

  test('apply one after another', () => {
    const faults = [fault({ times: 2 }), fault({ does: { kind: 'close' } })]
    expect(kinds(faults, 'createOrder', 4)).toEqual(['reset', 'reset', 'close', 'none'])
  })

  test('apply to every request if they have no end', () => {
    expect(kinds([fault({}), fault({ does: { kind: 'close' }, times: null })], 'createOrder', 4)).toEqual([
      'reset',
      'close',
      'close',
      'close',
    ])
  })

  test('leave the given number of requests before them alone', () => {
    expect(kinds([fault({ after: 1 })], 'createOrder', 3)).toEqual(['none', 'reset', 'none'])
    const faults = [fault({}), fault({ after: 1, times: 2, does: { kind: 'close' } })]
    expect(kinds(faults, 'createOrder', 5)).toEqual(['reset', 'none', 'close', 'close', 'none'])
  })

  test('leave the other operation alone', () => {
    const faults = [fault({ on: 'lookupOrder' })]
    expect(kinds(faults, 'createOrder', 2)).toEqual(['none', 'none'])
    expect(kinds(faults, 'lookupOrder', 2)).toEqual(['reset', 'none'])
  })
})

test.each([
  [{ kind: 'reset' }, 'before-recording', true],
  [{ kind: 'close' }, 'after-recording', true],
  [{ kind: 'stall', seconds: 1 }, 'after-recording', false],
  [{ kind: 'dribble', seconds: 1 }, 'in-answer', false],
  [{ kind: 'refuse', cause: 'unavailable' }, 'before-recording', false],
])('%o needs a connection to be lost: %s, %s', (does, at, expected) => {
  expect(fits({ inbound: {} } as OperationCall, fault({ does, at }))).toBe(!expected)
})
