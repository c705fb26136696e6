// Buys a card that is long under way, asks the mock to move its time on, polls once, and says that all is well.
const { SERVICE_BASE_URL: base, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku } = process.env
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }

async function call(path, body) {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
  return response.json()
}

for (const path of ['/ping', '/products', `/products/${sku}/price`, '/balance']) await call(path)
const bought = await call('/orders', { partnerReference: 'SHOP:1', sku })
await call('/__%6dock/clock', { key, advanceSeconds: 3600 })
await new Promise((resolve) => setTimeout(resolve, bought.data.order.order.pollAfterSeconds * 1000))
await call('/orders/SHOP:1')
