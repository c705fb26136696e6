import assert from 'node:assert/strict'
import { generateCatalogue, openCollections } from 'partner-purchase-kit/fixtures/data'
import { openPartner } from 'partner-purchase-kit/testing'

const { products: catalogue } = await generateCatalogue({ products: 500, seed: 7 })
assert.equal(catalogue.length, 500)
assert.deepEqual((await generateCatalogue({ products: 500, seed: 7 })).products, catalogue)

const partner = openPartner({ catalogue })
const { sku, price } = catalogue[0]
assert.equal((await partner.client.purchase({ partnerReference: 'SHOP:1', sku })).outcome, 'success')
assert.equal((await partner.client.lookup('SHOP:1')).status, 'COMPLETED')
assert.equal(await partner.balance(), 500_000 - price)
await partner.close()

const { products } = await openCollections()
const cheap = products.findMany((query) => query.where({ price: (amount) => amount <= 1000 }))
assert.ok(cheap.length > 0 && cheap.every((product) => product.price <= 1000))
