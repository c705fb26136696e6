import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authHeaderValue, authScheme, isTestKey, keyInAuthHeader } from './auth.ts'

const FORMATS = ['Bearer {key}', '{key}', 'Key="{key}"', 'Token token={key};v=1', '$& {key}', 'a{key}a']
const auth = (format: string, header = 'Authorization') => ({ header, format })

describe('a key in its header', () => {
  test.each(FORMATS)('comes back out of the format %s', (format) => {
    const printable = fc.stringMatching(/^[\x21-\x7e]+$/)
    fc.assert(
      fc.property(printable, (key) => {
        expect(keyInAuthHeader(auth(format), authHeaderValue(auth(format), key))).toBe(key)
      }),
    )
  })

  test.each(['bearer pk_test_1', 'BEARER pk_test_1'])(
    'is read from %s: a scheme compares without case',
    (value) => {
      expect(keyInAuthHeader(auth('Bearer {key}'), value)).toBe('pk_test_1')
    },
  )

  test('keeps its own case', () => {
    expect(keyInAuthHeader(auth('Bearer {key}'), 'bearer pk_test_Ab')).toBe('pk_test_Ab')
  })

  test.each([
    ['Bearer {key}', ''],
    ['Bearer {key}', 'Bearer'],
    ['Bearer {key}', 'pk_test_1'],
    ['Bearer {key}', 'Basic pk_test_1'],
    ['Key="{key}"', 'Key="pk_test_1'],
    ['a{key}a', 'a'],
  ])('is not found by the format %s in "%s"', (format, value) => {
    expect(keyInAuthHeader(auth(format), value)).toBeUndefined()
  })
})

test.each([
  ['pk_test_1', true],
  ['pk_test_aB3-_', true],
  ['pk_test_', false],
  ['pk_live_1', false],
  [' pk_test_1', false],
  ['pk_test_1\n', false],
  ['pk_test_ü', false],
  ['PK_TEST_1', false],
  [`pk_test_${'x'.repeat(128)}`, true],
  [`pk_test_${'x'.repeat(129)}`, false],
])('whether %j is a TEST key: %s', (key, expected) => {
  expect(isTestKey(key)).toBe(expected)
})

test.each([
  ['Authorization', 'Bearer {key}', 'Bearer'],
  ['authorization', 'Api-Key {key}', 'Api-Key'],
  ['Authorization', '{key}', undefined],
  ['X-Api-Key', 'Bearer {key}', undefined],
])('the scheme of %s: %s is %s', (header, format, scheme) => {
  expect(authScheme(auth(format, header))).toBe(scheme)
})
