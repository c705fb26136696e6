import { createClient } from 'partner-purchase-kit/client'

/** The client is for servers: it takes little room in a worker, which has a limit for its code. */
export async function buy(fetch) {
  const client = createClient({ baseUrl: 'https://api.example', apiKey: 'pk_test_worker', fetch })
  const { outcome } = await client.purchase({ partnerReference: 'SHOP:1', sku: 'CARD' })
  return outcome
}
