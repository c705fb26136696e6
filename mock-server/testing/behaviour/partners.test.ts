import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import { ORDINARY_PARTNER, RESTRICTED_PARTNER, SMALL_BALANCE_PARTNER } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

function sandboxOf({ key }: { key: string }) {
  return openSandbox(inProcess(createApp({ clock: manualClock() })), { key })
}

async function codeOf(answer: Response): Promise<string> {
  const { type } = (await answer.json()) as { type: string }
  return type.replace('urn:partner-purchase:problem:', '')
}

test('a restricted partner finds in its catalogue the cards that it is eligible for', async () => {
  const answer = await sandboxOf(RESTRICTED_PARTNER).get('/products')
  const { data } = (await answer.json()) as { data: { products: { sku: string }[] } }
  expect(data.products.map(({ sku }) => sku)).toEqual(['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING'])
})

test('partners who are served by one mock each find their own catalogue', async () => {
  const send = inProcess(createApp())
  const sizeFor = async ({ key }: { key: string }) => {
    const answer = await openSandbox(send, { key }).get('/products')
    const { data } = (await answer.json()) as { data: { products: unknown[] } }
    return data.products.length
  }
  expect(await sizeFor(ORDINARY_PARTNER)).toBe(CATALOGUE.length)
  expect(await sizeFor(RESTRICTED_PARTNER)).toBe(2)
  expect(await sizeFor(SMALL_BALANCE_PARTNER)).toBe(CATALOGUE.length)
})

test('a restricted partner reads the price of those cards, and of no other', async () => {
  const sandbox = sandboxOf(RESTRICTED_PARTNER)
  expect((await sandbox.get('/products/SCENARIO-AT-ONCE/price')).status).toBe(200)
  const other = await sandbox.get('/products/SCENARIO-FAILS/price')
  expect([other.status, await codeOf(other)]).toEqual([404, 'unknown-sku'])
})

test('a restricted partner buys those cards, and no other', async () => {
  const sandbox = sandboxOf(RESTRICTED_PARTNER)
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
  expect((await sandbox.buy('SCENARIO-FAILS', 'TEST:2')).status).toBe(422)
  expect((await sandbox.lookUp('TEST:2')).status).toBe(404)
  expect(await sandbox.balance()).toBe(RESTRICTED_PARTNER.openingBalance - 2500)
})

test('a partner with a small balance buys two scenario cards, not a third', async () => {
  const sandbox = sandboxOf(SMALL_BALANCE_PARTNER)
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')).status).toBe(200)
  const third = await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:3')
  expect([third.status, await codeOf(third)]).toEqual([402, 'insufficient-balance'])
  expect(await sandbox.balance()).toBe(1000)
})

test('any other TEST key is a copy of the ordinary partner', async () => {
  const guest = sandboxOf({ key: 'pk_test_never-seen_1' })
  const known = sandboxOf(ORDINARY_PARTNER)
  const [theirs, ordinary] = await Promise.all([guest.get('/products'), known.get('/products')])
  expect(await theirs.text()).toBe(await ordinary.text())
  expect(await guest.balance()).toBe(ORDINARY_PARTNER.openingBalance)
})
