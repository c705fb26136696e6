import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDINARY_PARTNER } from '../../fixtures/partners.ts'
import { serve } from '../../mock-server/serve.ts'
import { BENCH_BALANCE, BENCH_KEY, HEADERS, type MeasuredOperation, OPERATIONS } from '../operations.ts'
import { bareServer } from './bare-server.ts'

const partners = [{ ...ORDINARY_PARTNER, id: 'bench', key: BENCH_KEY, openingBalance: BENCH_BALANCE }]
const bare = bareServer()
let urls: string[]
let mock: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  mock = await serve({ partners })
  await once(bare.listen(0, '127.0.0.1'), 'listening')
  urls = [mock.url, `http://127.0.0.1:${(bare.address() as AddressInfo).port}`]
})

afterAll(async () => {
  bare.closeAllConnections()
  await Promise.all([mock.close(), new Promise((resolve) => bare.close(resolve))])
})

async function answerOf(url: string, { method, path }: MeasuredOperation, body: string | undefined) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...HEADERS, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  const { date: _, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}

test('the bare server answers every measured operation as the mock does, header by header', async () => {
  for (const operation of [...OPERATIONS, ...OPERATIONS]) {
    const body = operation.body?.()
    const [ofMock, ofBare] = await Promise.all(urls.map((url) => answerOf(url, operation, body)))
    expect(ofMock?.status, operation.title).toBe(200)
    expect(ofBare, operation.title).toEqual(ofMock)
  }
})

test('the bare server refuses a call without the key', async () => {
  const [, url] = urls
  expect((await fetch(`${url}/ping`)).status).toBe(401)
})
