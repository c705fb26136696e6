import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { Findings } from '../findings.ts'
import type { Search } from '../search.ts'
import { findErrorShape, noteErrors } from './errors.ts'

const problem = { type: 'about:blank', title: 'No', status: 404, detail: 'Not here.', extra: 1 }
const errorObject = { error: { code: 'NO', message: 'Not here.', trace: [] }, data: null }

test.each([
  ['problems', [problem, problem], 'problem'],
  ['error objects', [errorObject, errorObject], 'error-object'],
  ['both', [problem, errorObject], undefined],
  ['a problem that lacks its detail', [{ ...problem, detail: undefined }], undefined],
  ['an error object whose code is a number', [{ error: { code: 1, message: 'No' } }], undefined],
  ['a body that is not JSON', [problem, undefined], undefined],
  ['nothing', [], undefined],
])('the shape of %s', (_, bodies, shape) => {
  expect(findErrorShape(bodies)).toBe(shape)
})

/** What is found of the status of what does not exist, where requests for it were answered so. */
const statusFrom = (statuses: readonly (number | null)[]) => {
  const findings = new Findings([], () => {})
  const refusals = statuses.map((status) => {
    const request = { method: 'GET', target: '/' }
    return { kind: 'notFound', how: '', answer: { status, failure: null, exchange: { request } } }
  })
  // As much of a search as the refusals need.
  noteErrors({ findings, refusals, start: resolveProfile({}) } as unknown as Search)
  return [...findings.found, ...findings.misses].find(({ key }) => key === 'errors.notFound')
}

test.each([
  ['one status', [404, 404], 404, 'answered 404.'],
  ['two, of which the first is taken', [422, 400], 422, 'answered 422, and at times 400: '],
  ['one next to a success and a lost answer', [200, null, 410], 410, 'answered 410.'],
])('%s', (_, statuses, value, reason) => {
  expect(statusFrom(statuses)).toMatchObject({ value, reason: expect.stringContaining(reason) })
})

test.each([
  [200, '200'],
  [302, '302'],
  [429, '429'],
  [500, '500'],
  [503, '503'],
  [null, 'not at all'],
])('%s is not a refusal of a request', (status, said) => {
  const reason = `What does not exist was answered ${said}: that is no refusal of it.`
  expect(statusFrom([status])).toEqual({ key: 'errors.notFound', reason, seen: expect.anything() })
})
