import type { Server } from 'node:http'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { ORDINARY_PARTNER } from '../fixtures/partners.ts'
import { createMock } from '../mock-server/app.ts'
import { serverOf } from '../mock-server/serve.ts'
import { bareServer } from './bare-server.ts'
import { BENCH_BALANCE, BENCH_KEY, HEADERS, type MeasuredOperation, OPERATIONS } from './operations.ts'

const partners = [{ ...ORDINARY_PARTNER, id: 'bench', key: BENCH_KEY, openingBalance: BENCH_BALANCE }]

async function answerOf(server: Server, { method, path }: MeasuredOperation, body: string | undefined) {
  const call = new supertest.Test(server, method, path).set({ ...HEADERS, Connection: 'keep-alive' })
  const { status, headers, text } = await (body === undefined ? call : call.type('json').send(body))
  const { date: _, ...others } = headers
  return { status, headers: others, text }
}

test('the bare server answers every measured operation as the mock does, header by header', async () => {
  const [mock, bare] = [serverOf(createMock({ partners })), bareServer()]
  for (const operation of [...OPERATIONS, ...OPERATIONS]) {
    const body = operation.body?.()
    const ofMock = await answerOf(mock, operation, body)
    expect(ofMock, operation.title).toMatchObject({ status: 200, headers: { 'keep-alive': 'timeout=75' } })
    expect(await answerOf(bare, operation, body), operation.title).toEqual(ofMock)
  }
})

test('the bare server refuses a call without the key', async () => {
  await supertest(bareServer()).get('/ping').expect(401)
})
