import assert from 'node:assert/strict'
import { type CertifyOptions, judge } from 'partner-purchase-kit'
import { createClient } from 'partner-purchase-kit/client'
import { SCENARIOS, type ScenarioSku } from 'partner-purchase-kit/fixtures'
import {
  createApp,
  createFetch,
  type PartialProfile,
  type ServeOptions,
  serve,
} from 'partner-purchase-kit/mock-server'
import { openPartner, type TestPartner } from 'partner-purchase-kit/testing'
import { buyCard } from './buy-card.ts'

const LOST: ScenarioSku = 'SCENARIO-LOST-AFTER'
const profile: PartialProfile = { states: { success: ['ISSUED'] } }

/** In this process, without waiting. */
const partner: TestPartner = openPartner({ profile })
assert.deepEqual(await buyCard(partner.client, 1, 'SCENARIO-PROCESSING'), { sold: true })
assert.equal((await partner.client.lookup('SHOP:1')).status, 'ISSUED')
assert.equal(await partner.balance(), 497_500)
await partner.close()

/** Over a socket, where an answer is lost. */
const options: ServeOptions = { profile, port: 0 }
const mock = await serve(options)
const client = createClient({
  baseUrl: mock.url,
  apiKey: 'pk_test_shop',
  profile,
  recovery: { firstDelayMs: 1 },
})
assert.deepEqual(await buyCard(client, 1, LOST), { sold: true })
assert.deepEqual(await buyCard(client, 2, 'SCENARIO-FAILS'), { sold: false, status: 'FAILED' })
const [first] = mock.journal({ operation: 'createOrder' })
assert.equal(first?.delivery?.outcome, 'lost')
await mock.close()

/** What a wrong type must not become. */
export function wrong(): void {
  // @ts-expect-error: no scenario has this SKU.
  const sku: ScenarioSku = 'SCENARIO-LOST'
  // @ts-expect-error: a port is a number.
  const port: ServeOptions = { port: '4010' }
  // @ts-expect-error: a client is a command and its arguments.
  const command: CertifyOptions = { command: 'node client.js' }
  // @ts-expect-error: the profile has no such section.
  const section: PartialProfile = { key: 'Bearer' }
  // @ts-expect-error: an order has two fields.
  void client.order({ partnerReference: 'SHOP:1', sku, quantity: 2 })
  // @ts-expect-error: a journal is a text, a line for each exchange.
  judge([])
  console.log(port, command, section)
}

const call = createFetch({ baseUrl: 'https://api.example', app: createApp() })
assert.equal((await call('https://api.example/ping')).status, 401)
assert.ok(SCENARIOS.some(({ sku }) => sku === LOST))
