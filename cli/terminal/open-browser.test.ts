import { expect, test } from 'vitest'
import { pageAddress } from './open-browser.ts'

test.each([
  ['http://127.0.0.1:4010', undefined, 'http://127.0.0.1:4010/__mock/'],
  ['http://[::1]:4010', 'pk_admin_x', 'http://[::1]:4010/__mock/?token=pk_admin_x'],
])('the page of %s, with the token %s, is at %s', (url, token, address) => {
  expect(pageAddress(url, token)).toBe(address)
})
