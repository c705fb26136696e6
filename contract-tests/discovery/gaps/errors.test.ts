import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { Findings } from '../findings.ts'
import { learntWith } from '../openapi/learnt.fixture.ts'
import type { Search } from '../sources.ts'
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

/** What a document with refusals of these descriptions says of each kind. */
const errorsOf = (descriptions: Readonly<Record<number, string>>) => {
  const responses = Object.entries(descriptions).map(([status, description]) => [status, { description }])
  const { findings } = learntWith({ refusals: Object.fromEntries(responses) })
  const errors = findings.filter(({ key }) => key.startsWith('errors.'))
  return Object.fromEntries(errors.map(({ key, value, provenance }) => [key.slice(7), [value, provenance]]))
}

test('refusals are known by their usual statuses', () => {
  expect(errorsOf({ 401: '', 402: '', 404: '', 409: '', 422: '', 429: '', 503: '' })).toEqual({
    unauthenticated: [401, 'observed'],
    insufficientBalance: [402, 'observed'],
    notFound: [404, 'observed'],
    referenceConflict: [409, 'observed'],
    invalidBody: [422, 'observed'],
    rateLimited: [429, 'observed'],
    unavailable: [503, 'observed'],
  })
})

test.each([
  [403, 'The key is not accepted.', 'unauthenticated'],
  [409, 'The balance is not sufficient.', 'insufficientBalance'],
  [410, 'No such card or order.', 'notFound'],
  [418, 'Too many calls.', 'rateLimited'],
  [451, 'Your address is not on the allowlist.', 'ipNotAllowed'],
  [500, 'Temporarily unavailable.', 'unavailable'],
])('a refusal is known by its description, whatever the status: %i %s', (status, description, kind) => {
  expect(errorsOf({ [status]: description })).toEqual({ [kind]: [status, 'observed'] })
})

test('refusals of one operation say nothing about another', () => {
  const responses = { 404: { description: 'Not found.' }, 409: { description: 'Conflict.' } }
  const { findings } = learntWith({ paths: { '/balance': { get: { responses } } } })
  expect(findings.filter(({ key }) => key.startsWith('errors.'))).toEqual([])
})

test('refusals of one kind with two statuses are assumed', () => {
  const found = errorsOf({ 400: 'The body is malformed.', 422: 'Validation failed.' })
  expect(found).toEqual({ invalidBody: [422, 'assumed'] })
})
