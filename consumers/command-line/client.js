import { randomUUID } from 'node:crypto'
import { createClient } from 'partner-purchase-kit/client'

const {
  SERVICE_BASE_URL,
  SERVICE_PARTNER_API_KEY,
  SERVICE_SKU,
  SERVICE_ORDER_LABEL = randomUUID(),
} = process.env
const client = createClient({ baseUrl: SERVICE_BASE_URL, apiKey: SERVICE_PARTNER_API_KEY })
await client.ping()
const products = await client.products()
const { sku } = products.find((product) => product.sku === SERVICE_SKU)
const { outcome } = await client.purchase({ partnerReference: `SHOP:${SERVICE_ORDER_LABEL}`, sku })
process.exitCode = outcome === 'success' ? 0 : 1
