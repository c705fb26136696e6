import { expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { outsideLimits, type WrittenOrder } from './form-limits.ts'

const PLAIN: WrittenOrder = {
  partnerReference: 'SHOP:1',
  contentType: 'application/json',
  transferEncoding: undefined,
}
const LIMITED = resolveProfile({
  references: { characters: 'A-Z0-9:', longest: 16 },
  requests: { charset: false, chunked: false },
})

test.for<readonly [string, Partial<WrittenOrder>, string]>([
  ['a longer reference', { partnerReference: 'SHOP:123456789012' }, 'partnerReference'],
  ['another character', { partnerReference: 'SHOP:é' }, 'partnerReference'],
  ['a charset', { contentType: 'application/json; charset=utf-8' }, 'Content-Type'],
  ['a body in chunks', { transferEncoding: 'chunked' }, 'Transfer-Encoding'],
])('%s is refused where the profile says so, and only there', ([, changed, field]) => {
  const order = { ...PLAIN, ...changed }
  expect(outsideLimits(order, LIMITED)).toMatchObject({ code: 'invalid-body', field })
  expect(outsideLimits(order, resolveProfile({}))).toBeUndefined()
  expect(outsideLimits(PLAIN, LIMITED)).toBeUndefined()
})
