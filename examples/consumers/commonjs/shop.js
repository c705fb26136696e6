const assert = require('node:assert/strict')
const { createClient, OrderNotFoundError } = require('partner-purchase-kit/client')
const kit = require('partner-purchase-kit')
const { SCENARIOS } = require('partner-purchase-kit/fixtures')
const { serve } = require('partner-purchase-kit/mock-server')
const { openPartner } = require('partner-purchase-kit/testing')

/** A purchase in this process: its clock moves when the client waits. */
async function buyInProcess() {
  const partner = openPartner()
  const { outcome } = await partner.client.purchase({
    partnerReference: 'SHOP:1',
    sku: 'SCENARIO-PROCESSING',
  })
  assert.equal(outcome, 'success')
  assert.equal((await partner.client.lookup('SHOP:1')).status, 'COMPLETED')
  assert.equal(await partner.balance(), 497_500)
  await assert.rejects(partner.client.lookup('SHOP:2'), OrderNotFoundError)
  await partner.close()
}

/** A purchase over a socket, whose answer is lost. */
async function loseAnAnswer() {
  const mock = await serve()
  const client = createClient({ baseUrl: mock.url, apiKey: 'pk_test_shop', recovery: { firstDelayMs: 1 } })
  const { outcome } = await client.purchase({ partnerReference: 'SHOP:1', sku: 'SCENARIO-LOST-AFTER' })
  assert.equal(outcome, 'success')
  assert.equal(mock.journal({ operation: 'createOrder' })[0].delivery.outcome, 'lost')
  assert.equal((await client.balance()).minorUnits, 497_500)
  await mock.close()
}

assert.ok(SCENARIOS.some(({ sku }) => sku === 'SCENARIO-LOST-AFTER'))
assert.equal(typeof kit.certify, 'function')
buyInProcess().then(loseAnAnswer)
