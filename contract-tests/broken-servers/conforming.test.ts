import { expect, test } from 'vitest'
import { CONFORMING_SERVERS } from './conforming.fixture.ts'

test('each conforming server has a name of its own', () => {
  expect(new Set(CONFORMING_SERVERS.map(({ name }) => name)).size).toBe(CONFORMING_SERVERS.length)
})
