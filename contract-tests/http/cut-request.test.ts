import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { socketCut } from './cut-request.ts'

const PURCHASE = {
  operation: 'createOrder',
  method: 'POST',
  target: '/orders',
  headers: {},
  body: '{}',
} as const

test('a request that can not be written, as its connection never opens, ends with its run', async (context) => {
  // It speaks no TLS, and closes nothing.
  const server = createServer()
  const url = `https://127.0.0.1:${await portOf(server, context)}`
  const run = new AbortController()
  const cut = socketCut(undefined)(url, PURCHASE, 0, run.signal)
  await once(server, 'connection')
  run.abort()
  await expect(cut).resolves.toBeUndefined()
})
