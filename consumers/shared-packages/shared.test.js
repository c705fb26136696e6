import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { test } from 'node:test'
import { createClient, openPartner, serve } from 'partner-purchase-kit'
import { openApiDocument } from 'partner-purchase-kit/openapi'

test('no package is installed twice', () => {
  assert.deepEqual(globSync('node_modules/{*,@*/*}/node_modules'), [])
  assert.equal(existsSync('node_modules/pg'), false)
})

test('a card is bought with the versions of the project, and one whose answer is lost', async () => {
  const mock = await serve({ profile: { states: { success: ['ISSUED'] } } })
  const profile = { states: { success: ['ISSUED'] } }
  const client = createClient({ baseUrl: mock.url, apiKey: 'pk_test_shared', profile })
  const { summary } = await client.purchase({ partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' })
  assert.equal(summary.status, 'ISSUED')
  const lost = await client.purchase({ partnerReference: 'SHOP:2', sku: 'SCENARIO-UNAVAILABLE-AFTER' })
  assert.equal(lost.outcome, 'success')
  await mock.close()
  const partner = openPartner()
  assert.equal(
    (await partner.client.purchase({ partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' })).outcome,
    'success',
  )
  assert.equal(openApiDocument().openapi, '3.1.0')
})
