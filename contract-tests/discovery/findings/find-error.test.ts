import { expect, test } from 'vitest'
import { findErrorShape, findErrorStatus } from './find-error.ts'

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

test.each([
  ['one status', [404, 404], 404, []],
  ['two, of which the first is taken', [422, 400], 422, [400]],
  ['one next to a success and a lost answer', [200, null, 410], 410, []],
])('%s', (_, statuses, status, others) => {
  expect(findErrorStatus(statuses)).toEqual({ status, others })
})

test.each([[200], [302], [429], [500], [503], [null]])('%s is not a refusal of a request', (status) => {
  expect(findErrorStatus([status])).toBeUndefined()
})
