import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { RequestBody } from '../message/request-body.ts'
import { readOrderRequest } from './order-request.ts'

const LIMITS = DEFAULT_PROFILE.limits
const PURCHASE = { partnerReference: 'TEST:1', sku: 'CARD' }
const REMEDY = 'Send a JSON object with exactly two fields'

function read(body: RequestBody | string, contentType: string | undefined = 'application/json') {
  return readOrderRequest(contentType, typeof body === 'string' ? { kind: 'text', text: body } : body, LIMITS)
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

  test('a body whose fields hold halves of characters, which JSON can escape', () => {
    const halves = { partnerReference: '\ud83d', sku: 'CARD\ude00' }
    expect(read(JSON.stringify(halves))).toEqual(halves)
  })

  test('a body whose fields are as long as they may be', () => {
    const longest = { partnerReference: 'x'.repeat(256), sku: 'y'.repeat(256) }
    expect(read(JSON.stringify(longest))).toEqual(longest)
  })
})

describe('what is refused says what was found:', () => {
  test.each<[RequestBody | string, field: string | undefined, found: string]>([
    ['', undefined, 'The body is not JSON.'],
    ['null', undefined, 'The body is null, not a JSON object.'],
    ['[]', undefined, 'The body is an array, not a JSON object.'],
    ['"x"', undefined, 'The body is a string, not a JSON object.'],
    ['1', undefined, 'The body is a number, not a JSON object.'],
    ['true', undefined, 'The body is a boolean, not a JSON object.'],
    ['{"sku":"CARD"}', 'partnerReference', 'The field partnerReference is missing.'],
    ['{"partnerReference":"TEST:1"}', 'sku', 'The field sku is missing.'],
    [JSON.stringify({ ...PURCHASE, extra: 1 }), 'extra', 'The body has a field "extra".'],
    ['{"partnerReference":1}', 'partnerReference', 'The field partnerReference is a number, not a string.'],
    [JSON.stringify({ ...PURCHASE, sku: [] }), 'sku', 'The field sku is an array, not a string.'],
    [JSON.stringify({ ...PURCHASE, sku: {} }), 'sku', 'The field sku is an object, not a string.'],
    [JSON.stringify({ ...PURCHASE, sku: null }), 'sku', 'The field sku is null, not a string.'],
    [JSON.stringify({ ...PURCHASE, sku: ' ' }), 'sku', 'The field sku is blank.'],
    [{ kind: 'none' }, undefined, 'The body is not JSON.'],
    [{ kind: 'cut' }, undefined, 'The body broke off.'],
    [{ kind: 'not-utf8' }, undefined, 'The body is not UTF-8.'],
    [{ kind: 'encoded', encoding: 'gzip' }, 'Content-Encoding', 'The body is encoded as "gzip".'],
  ])('%j', (body, field, found) => {
    const refused = read(body)
    expect(refused).toMatchObject({ code: 'invalid-body', clause: 'exactly-two-fields' })
    expect('detail' in refused && refused.detail).toContain(found)
    expect('detail' in refused && refused.detail).toContain(REMEDY)
    expect('field' in refused ? refused.field : undefined).toBe(field)
  })

  test.each([
    [undefined, 'The Content-Type header is missing'],
    ['text/plain', 'The Content-Type header is "text/plain"'],
    ['application/json; charset=latin1', 'The Content-Type header is "application/json; charset=latin1"'],
  ])('the content type %s', (contentType, found) => {
    const refused = readOrderRequest(contentType, { kind: 'text', text: JSON.stringify(PURCHASE) }, LIMITS)
    expect(refused).toMatchObject({ code: 'invalid-body', field: 'Content-Type' })
    expect('detail' in refused && refused.detail).toContain(found)
  })
})

test('what is too large is refused by a limit of the profile, which no clause of the reference says', () => {
  const long = read(JSON.stringify({ ...PURCHASE, sku: 'x'.repeat(257) }))
  expect(long).toMatchObject({ code: 'too-large', field: 'sku' })
  expect('detail' in long && long.detail).toContain('The field sku has more than 256 characters.')
  const large = read({ kind: 'too-large' })
  expect('detail' in large && large.detail).toContain('The body has more than 16384 bytes.')
  expect(large).not.toHaveProperty('clause')
})

test('what is refused is quoted in its beginning only', () => {
  const refused = read(JSON.stringify({ ['x'.repeat(1000)]: 1 }))
  expect('detail' in refused && refused.detail.length).toBeLessThan(250)
})
