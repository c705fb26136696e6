import { expect, test } from 'vitest'
import { formatRefusal } from './error-body.ts'
import { hasErrorShape } from './error-shape.ts'

const REFUSAL = {
  status: 422,
  code: 'invalid-body',
  title: 'The body is not a purchase',
  detail: 'Found the field "quantity": send partnerReference and sku alone.',
}

test('a refusal is a problem of RFC 9457 where the profile says so', () => {
  const { contentType, body } = formatRefusal('problem', REFUSAL)
  expect(contentType).toBe('application/problem+json')
  expect(JSON.parse(body)).toEqual({
    type: 'urn:partner-purchase:problem:invalid-body',
    title: REFUSAL.title,
    status: 422,
    detail: REFUSAL.detail,
  })
})

test('a refusal is an error object where the profile says so', () => {
  const { contentType, body } = formatRefusal('error-object', REFUSAL)
  expect(contentType).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ error: { code: 'invalid-body', message: REFUSAL.detail } })
})

test.each(['problem', 'error-object'] as const)('a %s names the field and the clause', (shape) => {
  const { body } = formatRefusal(shape, { ...REFUSAL, field: 'quantity', clause: 'exactly-two-fields' })
  const parsed = JSON.parse(body)
  expect(parsed.error ?? parsed).toMatchObject({ field: 'quantity', clause: 'exactly-two-fields' })
})

const PROBLEM = JSON.parse(formatRefusal('problem', REFUSAL).body)
const ERROR_OBJECT = JSON.parse(formatRefusal('error-object', REFUSAL).body)

test.each([
  ['problem', PROBLEM, true],
  ['problem', { ...PROBLEM, traceId: 'x' }, true],
  ['problem', ERROR_OBJECT, false],
  ['problem', { ...PROBLEM, status: '422' }, false],
  ['problem', {}, false],
  ['problem', null, false],
  ['error-object', ERROR_OBJECT, true],
  ['error-object', { error: { ...ERROR_OBJECT.error, traceId: 'x' } }, true],
  ['error-object', PROBLEM, false],
  ['error-object', { error: 'no' }, false],
  ['error-object', [], false],
] as const)('whether the shape %s is that of %j: %s', (shape, body, expected) => {
  expect(hasErrorShape(shape, body)).toBe(expected)
})
