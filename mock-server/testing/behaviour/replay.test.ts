import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { RESTRICTED_PARTNER, SMALL_BALANCE_PARTNER } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { inProcess, journalOf, openSandbox, type Sandbox } from './sandbox.fixture.ts'

function newSandbox(key?: string) {
  const send = inProcess(createApp({ clock: manualClock() }))
  return { send, sandbox: openSandbox(send, key === undefined ? {} : { key }) }
}

function post(sandbox: Sandbox, body: string): Promise<Response> {
  return sandbox.call('POST', '/orders', { headers: { 'Content-Type': 'application/json' }, body })
}

async function answerOf(answer: Response): Promise<[number, string]> {
  return [answer.status, await answer.text()]
}

test('the identical body, sent again, gets the identical answer and is debited once', async () => {
  const { sandbox } = newSandbox()
  const first = await answerOf(await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1'))
  const again = await answerOf(await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1'))
  expect(again).toEqual(first)
  expect(await sandbox.balance()).toBe(497_500)
})

test('a replay shows the current state of the order', async () => {
  const { sandbox } = newSandbox()
  await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1')
  await sandbox.advance(2)
  const [, body] = await answerOf(await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1'))
  expect(JSON.parse(body)).toEqual({ data: { order: { order: { status: 'COMPLETED' } } } })
})

test('the same two fields are the same purchase, in any spelling of the body', async () => {
  const { sandbox } = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await post(sandbox, ' {\n "sku": "SCENARIO-AT-ONCE", "partnerReference": "\\u0054EST:1" } ')
  expect(await sandbox.balance()).toBe(497_500)
})

test('a new reference is an additional purchase of the same card', async () => {
  const { sandbox } = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
  expect(await sandbox.balance()).toBe(495_000)
})

test('a known reference with another SKU is refused, and the first purchase stays', async () => {
  const { sandbox } = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  const [status, body] = await answerOf(await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1'))
  expect(status).toBe(409)
  expect(JSON.parse(body)).toMatchObject({
    type: 'urn:partner-purchase:problem:reference-conflict',
    field: 'partnerReference',
    clause: 'one-reference-per-purchase',
  })
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
  expect(await sandbox.balance()).toBe(497_500)
})

test('a replay with a field too many is refused, although its purchase is known', async () => {
  const { sandbox } = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  const body = { partnerReference: 'TEST:1', sku: 'SCENARIO-AT-ONCE', quantity: 1 }
  expect((await post(sandbox, JSON.stringify(body))).status).toBe(422)
})

test('a replay is answered when the balance covers no further purchase', async () => {
  const { sandbox } = newSandbox(SMALL_BALANCE_PARTNER.key)
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:3')).status).toBe(402)
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
  expect(await sandbox.balance()).toBe(1_000)
})

test('a conflict is reported as one, also when the balance covers nothing', async () => {
  const { sandbox } = newSandbox(SMALL_BALANCE_PARTNER.key)
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
  expect((await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1')).status).toBe(409)
})

test('a reference that was refused is free: it may be sent again with another SKU', async () => {
  const { sandbox } = newSandbox(RESTRICTED_PARTNER.key)
  expect((await sandbox.buy('SCENARIO-FAILS', 'TEST:1')).status).toBe(422)
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
})

test('a field that is twice in the body is one purchase, with the last value', async () => {
  const { send, sandbox } = newSandbox()
  await post(sandbox, '{"partnerReference":"TEST:1","sku":"SCENARIO-FAILS","sku":"SCENARIO-AT-ONCE"}')
  const [{ order } = { order: null }] = await journalOf(send)
  expect(order).toEqual({ partnerReference: 'TEST:1', sku: 'SCENARIO-AT-ONCE', effect: 'recorded' })
  expect(await sandbox.balance()).toBe(497_500)
})

test('the journal distinguishes a purchase, its replay and a conflict', async () => {
  const { send, sandbox } = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-FAILS', 'TEST:1')
  await sandbox.lookUp('TEST:1')
  const effects = (await journalOf(send)).map(({ order }) => `${order?.sku} ${order?.effect}`)
  expect(effects).toEqual([
    'SCENARIO-AT-ONCE recorded',
    'SCENARIO-AT-ONCE replayed',
    'SCENARIO-FAILS none',
    'SCENARIO-AT-ONCE none',
  ])
})
