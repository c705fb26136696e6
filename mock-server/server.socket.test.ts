import supertest from 'supertest'
import { expect, test } from 'vitest'
import { createMock } from './app.ts'
import { serverOf } from './server.ts'

const KEY = 'pk_test_server'

test('a server of a mock shares its orders, clocks and journal, and loses a connection if a scenario says so', async () => {
  const mock = createMock()
  const shop = supertest.agent(serverOf(mock)).auth(KEY, { type: 'bearer' })
  const order = { partnerReference: 'TEST:1', sku: 'SCENARIO-LOST-AFTER' }
  await expect(shop.post('/orders').send(order)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await mock.clockOf(KEY).advance(3600)
  await shop.get('/orders/TEST%3A1').expect(200, { data: { order: { status: 'COMPLETED' } } })
  expect(mock.journal().map(({ delivery }) => delivery?.outcome)).toEqual(['lost', 'delivered'])
})

test('what never reaches the app is answered in the error shape of the mock, and is in its journal', async () => {
  const mock = createMock({ profile: { errors: { body: 'error-object' } } })
  const { body } = await supertest(serverOf(mock)).get('/ping').set('Host', '127.1').expect(400)
  expect(body).toMatchObject({ error: { code: 'malformed-request' } })
  expect(mock.journal()).toMatchObject([{ request: { target: '/ping' }, response: { status: 400 } }])
})
