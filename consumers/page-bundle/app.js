import { createMock } from 'partner-purchase-kit/mock-server/app'
import { createFetch } from 'partner-purchase-kit/mock-server/fetch'

/** A demonstration without a server: the page buys from the mock that it carries. */
export async function buy() {
  const key = 'pk_test_page'
  const mock = createMock()
  const call = createFetch({ baseUrl: 'https://api.example', app: mock.app })
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ partnerReference: 'SHOP:1', sku: 'SCENARIO-UNAVAILABLE-AFTER' })
  const answer = await call('https://api.example/orders', { method: 'POST', headers, body })
  await mock.clockOf(key).advance(2)
  const found = await call('https://api.example/orders/SHOP%3A1', { headers })
  return `${answer.status}, then ${(await found.json()).data.order.status}`
}
