import { expect, test } from 'vitest'
import { pageAddress } from './open-browser.ts'

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/__mock/'],
  ['http://[::1]:4010', 'http://[::1]:4010/__mock/'],
])('the page of %s is at %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
})
