import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { RequestBody } from '../message/request.ts'
import type { Refused } from '../refusals.ts'
import { type OrderMessage, readOrderRequest } from './order-body.ts'

const PURCHASE = { partnerReference: 'TEST:1', sku: 'CARD' }
const REMEDY = 'Send a JSON object with exactly two fields'

const PLAIN: OrderMessage = {
  contentType: 'application/json',
  transferEncoding: undefined,
  body: { kind: 'text', text: JSON.stringify(PURCHASE) },
  redact: (text) => text.replaceAll('a secret', '[key]'),
}

function read(body: RequestBody | string, contentType: string | undefined = 'application/json') {
  const written = typeof body === 'string' ? ({ kind: 'text', text: body } as const) : body
  return readOrderRequest({ ...PLAIN, contentType, body: written }, DEFAULT_PROFILE)
}

function refused(...asked: Parameters<typeof read>): Refused {
  const result = read(...asked)
  if (!('code' in result)) throw new Error('It is not refused.')
  return result
}

describe('a purchase is read from', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; profile=x',
  ])('a body of the type %s', (contentType) => {
    expect(read(JSON.stringify(PURCHASE), contentType)).toEqual(PURCHASE)
  })

  test('a body whose fields have lone surrogates, which JSON can escape', () => {
    const halves = { partnerReference: '\ud83d', sku: 'CARD\ude00' }
    expect(read(JSON.stringify(halves))).toEqual(halves)
  })

  test('a body whose fields have the maximum length', () => {
    const longest = { partnerReference: 'x'.repeat(256), sku: 'y'.repeat(256) }
    expect(read(JSON.stringify(longest))).toEqual(longest)
  })
})

const OTHER_FIELDS = { partnerReference: 1, sku: 'CARD' }

/** The body, the field that the refusal names, and everything that differs. */
const WRONG: readonly (readonly [body: string, field: string | undefined, differs: readonly string[]])[] = [
  ['', undefined, ['The body is empty; a JSON object belongs there.']],
  [
    '<order/>',
    undefined,
    ['The body is not JSON: it breaks at line 1, column 1; a JSON object belongs there.'],
  ],
  [
    '{"partnerReference": "A",\n "sku": \'CARD\'}',
    undefined,
    ['The body is not JSON: it breaks at line 2, column 9; a JSON object belongs there.'],
  ],
  ['partnerReference=1&sku=2', undefined, ['The body is encoded as a form; a JSON object belongs there.']],
  ['null', undefined, ['The body is null, not a JSON object.']],
  ['1', undefined, ['The body is a number, not a JSON object.']],
  [JSON.stringify(JSON.stringify(PURCHASE)), undefined, ['The body is a string, not a JSON object.']],
  ['[]', undefined, ['The body is an array; each purchase is a request of its own.']],
  ['{}', 'partnerReference', ['The field "partnerReference" is missing.', 'The field "sku" is missing.']],
  ['{"sku":"CARD"}', 'partnerReference', ['The field "partnerReference" is missing.']],
  [
    '{"partnerReference":null,"sku":[]}',
    'partnerReference',
    ['The field "partnerReference" is null, not a string.', 'The field "sku" is an array, not a string.'],
  ],
  [
    JSON.stringify(OTHER_FIELDS),
    'partnerReference',
    ['The field "partnerReference" is a number, not a string.'],
  ],
  [JSON.stringify({ ...PURCHASE, sku: {} }), 'sku', ['The field "sku" is an object, not a string.']],
  [JSON.stringify({ ...PURCHASE, sku: ' ' }), 'sku', ['The field "sku" is blank.']],
  [JSON.stringify({ ...PURCHASE, extra: 1 }), 'extra', ['The field "extra" is one too many.']],
  [JSON.stringify({ ...PURCHASE, a: 1, b: 1, c: 1 }), 'a', ['The field "a" and 2 more are too many.']],
  [
    JSON.stringify({ ...PURCHASE, reference: 'TEST:1' }),
    'reference',
    ['The field "reference" is one too many.'],
  ],
  [
    '{"reference":"TEST:1","sku":"CARD"}',
    'reference',
    ['The field "reference" stands where "partnerReference" belongs.'],
  ],
  ['{"partnerReference":"TEST:1","SKU":"CARD"}', 'SKU', ['The field "SKU" stands where "sku" belongs.']],
  [
    '{"partnerRefernce":"TEST:1","sku":"CARD"}',
    'partnerRefernce',
    ['The field "partnerRefernce" stands where "partnerReference" belongs.'],
  ],
  [
    '{"orderId":"1","productId":"2"}',
    'orderId',
    [
      'The field "orderId" stands where "partnerReference" belongs.',
      'The field "productId" stands where "sku" belongs.',
    ],
  ],
  [
    JSON.stringify({ order: PURCHASE }),
    'order',
    ['The fields stand below "order"; they belong at the top of the body.'],
  ],
]

describe('a body that is not the two fields is refused with everything that differs:', () => {
  test.each(WRONG)('%s', (body, field, differs) => {
    const { nearMiss, ...said } = refused(body)
    expect(said).toEqual({
      code: 'invalid-body',
      clause: 'exactly-two-fields',
      detail: expect.stringContaining(`${differs.join(' ')} ${REMEDY}`),
      ...(field !== undefined && { field }),
    })
    expect(nearMiss).toEqual({ operation: 'createOrder', differs, clause: 'exactly-two-fields', gap: null })
  })

  test('a missing or wrong Content-Type comes first', () => {
    const text = JSON.stringify(OTHER_FIELDS)
    const { nearMiss, field } = refused(text, 'text/plain; charset=latin1')
    expect(field).toBe('Content-Type')
    expect(nearMiss?.differs).toEqual([
      'The Content-Type header is "text/plain; charset=latin1"; a JSON body is application/json.',
      'The field "partnerReference" is a number, not a string.',
    ])
    const missing = readOrderRequest({ ...PLAIN, contentType: undefined }, DEFAULT_PROFILE)
    expect(missing).toMatchObject({ detail: expect.stringContaining('The Content-Type header is missing;') })
  })
})

describe('a body that could not be read is refused, and resembles nothing:', () => {
  test.each<[RequestBody, field: string | undefined, found: string]>([
    [{ kind: 'cut' }, undefined, 'The body broke off.'],
    [{ kind: 'not-utf8' }, undefined, 'The body is not UTF-8.'],
    [{ kind: 'encoded', encoding: 'gzip' }, 'Content-Encoding', 'The body is encoded as "gzip".'],
  ])('%j', (body, field, found) => {
    const { nearMiss, ...said } = refused(body)
    expect(nearMiss).toBeUndefined()
    expect(said.detail).toContain(`${found} ${REMEDY}`)
    expect(said.field).toBe(field)
  })
})

test('what is too large is refused by a limit of the profile, which is not a clause of the reference', () => {
  const long = refused(JSON.stringify({ ...PURCHASE, sku: 'x'.repeat(257) }))
  expect(long).toMatchObject({ code: 'too-large', field: 'sku', nearMiss: { gap: 'size-limits' } })
  expect(long.detail).toContain('The field "sku" has more than 256 characters.')
  const large = refused({ kind: 'too-large' })
  expect(large.detail).toContain('The body has more than 16384 bytes.')
  expect(large).not.toHaveProperty('clause')
})

test('of what is refused only the beginning is quoted, without a secret', () => {
  expect(refused(JSON.stringify({ ['x'.repeat(1000)]: 1 })).detail.length).toBeLessThan(350)
  const { detail } = refused(JSON.stringify({ ...PURCHASE, [`${'x'.repeat(55)} a secret`]: 1 }))
  expect(detail).not.toContain('a se')
})

describe('a purchase is refused where the profile says so, and only there:', () => {
  const limited = resolveProfile({
    references: { characters: 'A-Z0-9:', longest: 16 },
    requests: { charset: false, chunked: false },
  })
  const referring = (partnerReference: string) => ({
    body: { kind: 'text' as const, text: JSON.stringify({ ...PURCHASE, partnerReference }) },
  })

  test.for<readonly [string, Partial<OrderMessage>, string]>([
    ['a longer reference', referring('SHOP:123456789012'), 'partnerReference'],
    ['another character', referring('SHOP:é'), 'partnerReference'],
    ['a charset', { contentType: 'application/json; charset=utf-8' }, 'Content-Type'],
    ['a body in chunks', { transferEncoding: 'chunked' }, 'Transfer-Encoding'],
  ])('%s', ([, changed, field]) => {
    const message = { ...PLAIN, ...changed }
    expect(readOrderRequest(message, limited)).toMatchObject({ code: 'invalid-body', field })
    expect(readOrderRequest(message, resolveProfile({}))).not.toHaveProperty('code')
    expect(readOrderRequest(PLAIN, limited)).toEqual(PURCHASE)
  })
})
