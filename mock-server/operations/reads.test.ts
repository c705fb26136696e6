import { expect, test } from 'vitest'
import * as z from 'zod'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { envelope, lookupBody, product, purchaseBody } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { createApp } from '../app.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

const { money, price, products } = DEFAULT_PROFILE

function newSandbox() {
  return openSandbox(inProcess(createApp()))
}

/** The body of an answer that must be a success, in the documented envelope. */
async function served(answer: Response): Promise<z.infer<typeof envelope>> {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  return envelope.parse(await answer.json())
}

test('the catalogue lists every card by its sku', async () => {
  const body = await served(await newSandbox().get('/products'))
  const listed = z.array(product).parse(readPointer(body, products.pointer))
  expect(listed.map(({ sku }) => sku)).toEqual(CATALOGUE.map(({ sku }) => sku))
})

test('every card of the catalogue has the price that it is sold at', async () => {
  const sandbox = newSandbox()
  for (const card of CATALOGUE) {
    const body = await served(await sandbox.get(`/products/${card.sku}/price`))
    expect(parseAmount(readPointer(body, price.amount), money)).toBe(card.price)
    expect(readPointer(body, price.currency ?? '')).toBe('USD')
  }
})

test('a purchase returns its summary at data.order.order, and at no other place', async () => {
  const body = await served(await newSandbox().buy('SCENARIO-PROCESSING'))
  const summary = { status: 'PROCESSING', pollAfterSeconds: 1 }
  expect(purchaseBody.parse(body).data.order.order).toEqual(summary)
  expect(body).toEqual({ data: { order: { order: summary } } })
  expect(lookupBody.safeParse(body).success).toBe(false)
})

test('a lookup returns the summary at data.order, and at no other place', async () => {
  const sandbox = newSandbox()
  await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1')
  const body = await served(await sandbox.lookUp('TEST:1'))
  const summary = { status: 'PROCESSING', pollAfterSeconds: 1 }
  expect(lookupBody.parse(body).data.order).toEqual(summary)
  expect(body).toEqual({ data: { order: summary } })
  expect(purchaseBody.safeParse(body).success).toBe(false)
})

test('HEAD answers as GET does, without a body', async () => {
  const answer = await newSandbox().call('HEAD', '/ping')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})
