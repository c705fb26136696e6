import { expect, test } from 'vitest'
import { createMock } from '../../app.ts'

test.for([
  ['SCENARIO-LOST-AFTR', /Did you mean SCENARIO-LOST-AFTER\? Read GET \/products/],
  ['lost-after', /Did you mean SCENARIO-LOST-AFTER\?/],
  [
    'scenario-at-once',
    /The catalogue has the SKU \\"SCENARIO-AT-ONCE\\"; the one that was sent differs in case/,
  ],
  ['NOTHING-LIKE-IT-500', /catalogue\. (Nothing was bought\. )?Read GET \/products/],
] as const)('a price of %s, and its purchase, are refused with what is meant', async ([sku, said]) => {
  const { app } = createMock()
  const headers = { authorization: 'Bearer pk_test_near', 'content-type': 'application/json' }
  const body = JSON.stringify({ partnerReference: 'SHOP:1', sku })
  const price = await app.request(`/products/${sku}/price`, { headers })
  const purchase = await app.request('/orders', { method: 'POST', headers, body })
  for (const answer of [price, purchase]) expect(await answer.text()).toMatch(said)
})
