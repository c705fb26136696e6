import { expect, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { httpFile } from './http-file.ts'

test('the six calls are in it, with the key and the lookup of the profile', () => {
  const text = httpFile(resolveProfile(OTHER_PROFILE), 'http://127.0.0.1:9')
  expect(text.match(/^(GET|POST) .*$/gm)).toEqual([
    'GET {{baseUrl}}/ping',
    'GET {{baseUrl}}/products',
    'GET {{baseUrl}}/products/{{sku}}/price',
    'GET {{baseUrl}}/balance',
    'POST {{baseUrl}}/orders',
    'POST {{baseUrl}}/purchases/find?by=reference&value={{partnerReference}}',
  ])
  expect(text.match(/^X-Partner-Key: key={{key}};v=1$/gm)).toHaveLength(6)
  expect(text).toContain('@baseUrl = http://127.0.0.1:9')
  expect(text.match(/^\{.*\}$/gm)).toEqual(['{"partnerReference":"{{partnerReference}}","sku":"{{sku}}"}'])
})
