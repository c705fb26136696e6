import { expect, test } from 'vitest'
import { isTestKey } from '../../contract/wire/auth.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { targetOf } from '../run/target.ts'
import { alteredKeys, otherKeys } from './other-keys.ts'

const OWN = 'pk_test_5f2c9e7b1a4d8830'
const target = (apiKey: string) => targetOf({ baseUrl: 'http://mock.invalid', apiKey })
const altered = (apiKey: string) =>
  OPERATION_IDS.flatMap((operation) => otherKeys(operation, target(apiKey))).filter(({ value }) => value)

test('twelve altered keys are sent', () => {
  expect(altered(OWN)).toHaveLength(12)
})

test('each altered key differs from the own one in one character, and only its beginning can make it no TEST key', () => {
  for (const { used, value } of altered(OWN)) {
    expect(value).not.toBe(OWN)
    expect(Math.abs((value ?? '').length - OWN.length)).toBeLessThan(2)
    expect(isTestKey(value ?? '')).toBe(used === 'nobody')
  }
  expect(new Set(alteredKeys(target(OWN))).size).toBe(5)
})

test('a key that is short is not altered: what resembles it may be another partner’s', () => {
  for (const { value } of altered('pk_test_shop1')) expect(value).not.toMatch(/shop/)
})
