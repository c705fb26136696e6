import { randomBytes } from 'node:crypto'
// In a project that has the package installed: from 'partner-purchase-kit/client'.
import { createClient } from '../../reference-client/public.ts'

const {
  SERVICE_BASE_URL: baseUrl = '',
  SERVICE_PARTNER_API_KEY: apiKey = '',
  SERVICE_SKU: sku = '',
  SERVICE_PURCHASES: purchases = '1',
  SERVICE_ORDER_LABEL: label = randomBytes(4).toString('hex'),
} = process.env

const client = createClient({ baseUrl, apiKey, timeoutMs: 5_000 })

/** One reference for each intended purchase, made of its order: the same again, should this process be started again. */
function references(): string[] {
  return Array.from({ length: Number(purchases) }, (_, index) => `SHOP:${label}-${index + 1}`)
}

/** Price, balance, purchase and polls, at the pace that the service asks for; retries are the client's business. */
async function buy(partnerReference: string): Promise<void> {
  const { outcome, summary } = await client.purchase({ partnerReference, sku })
  console.log(`${partnerReference}: ${summary.status}`)
  if (outcome !== 'success') throw new Error(`${partnerReference} was not bought: ${summary.status}.`)
}

try {
  await client.ping()
  const catalogue = await client.products()
  if (!catalogue.some((product) => product.sku === sku)) throw new Error(`${sku} is not in the catalogue.`)
  for (const partnerReference of references()) await buy(partnerReference)
} catch (error) {
  // No error of the client holds the key.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
