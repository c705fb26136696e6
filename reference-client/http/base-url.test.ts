import { expect, test } from 'vitest'
import { UsageError } from '../errors.ts'
import { parseBaseUrl } from './base-url.ts'

test.each([
  ['https://host', 'https://host'],
  ['https://host/', 'https://host'],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
  ['https://host/a/v1//', 'https://host/a/v1'],
])('%s is the base %s', (text, base) => {
  expect(parseBaseUrl(text, 'pk_test_1')).toBe(base)
})

test.each([
  ['host/v1', 'not an absolute URL'],
  ['ftp://host', 'the protocol ftp:'],
  ['https://user:hunter2@host', 'credentials'],
  ['https://host?token=hunter2', 'a query'],
  ['https://host#hunter2', 'a fragment'],
  ['https://host/hunter2', 'the key'],
])('%s is refused for %s, and not quoted', (text, found) => {
  const parse = () => parseBaseUrl(text, 'hunter2')
  expect(parse).toThrow(UsageError)
  expect(parse).toThrow(found)
  expect(parse).not.toThrow(/hunter2/)
})
