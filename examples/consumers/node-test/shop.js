/** What a shop does for one of its orders: the reference is made from the order's number, so that it survives a crash. */
export async function buyCard(client, orderNumber, sku) {
  const { outcome, summary } = await client.purchase({ partnerReference: `SHOP:${orderNumber}`, sku })
  return outcome === 'success' ? 'sold' : `not sold: ${summary.status}`
}
