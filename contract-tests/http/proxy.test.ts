import { expect, test } from 'vitest'
import { endpointOf } from './proxy.ts'

test.each([
  ['http://api.example', 'api.example', 80],
  ['https://api.example', 'api.example', 443],
  ['http://[::1]:4010', '::1', 4010],
])('%s is connected to at %s, port %i', (url, host, port) => {
  expect(endpointOf(new URL(url))).toEqual({ host, port })
})
