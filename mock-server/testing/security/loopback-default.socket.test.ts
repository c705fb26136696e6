import { expect, test } from 'vitest'
import { serve } from '../../serve.ts'
import { OWN_ADDRESS, reachedAt } from './own-address.fixture.ts'

test('a mock listens on loopback by default, and needs no token there', async () => {
  const mock = await serve()
  expect(new URL(mock.url).hostname).toBe('127.0.0.1')
  expect(mock.adminToken).toBeNull()
  expect((await fetch(`${mock.url}/__mock/journal`)).status).toBe(200)
  await mock.close()
})

test.runIf(OWN_ADDRESS)('nobody reaches it at another address of its machine', async () => {
  const mock = await serve()
  await expect(fetch(reachedAt(OWN_ADDRESS ?? '', mock.url))).rejects.toThrow(TypeError)
  await mock.close()
})
