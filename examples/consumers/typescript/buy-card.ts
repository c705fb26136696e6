import { type Client, OutcomeUnknownError, type Purchase } from 'partner-purchase-kit/client'

/** How an order of the shop ended. */
export type Sale = { sold: true } | { sold: false; status: string } | { sold: 'perhaps'; reference: string }

/** Buys a card under a reference that is made from the shop's order number, so that it survives a crash. */
export async function buyCard(client: Client, orderNumber: number, sku: string): Promise<Sale> {
  const partnerReference = `SHOP:${orderNumber}`
  try {
    return saleOf(await client.purchase({ partnerReference, sku }))
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return { sold: 'perhaps', reference: error.partnerReference }
    throw error
  }
}

function saleOf({ outcome, summary, price }: Purchase): Sale {
  // @ts-expect-error: there is no such outcome.
  if (outcome === 'sold') throw new Error()
  // @ts-expect-error: an amount is a number of minor units.
  price.minorUnits.toUpperCase
  return outcome === 'success' ? { sold: true } : { sold: false, status: summary.status }
}
