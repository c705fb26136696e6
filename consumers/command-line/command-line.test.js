import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const COMMAND = fileURLToPath(
  new URL('dist/cli/main.js', import.meta.resolve('partner-purchase-kit/package.json')),
)
const KEY = 'pk_test_pipeline'
const ORDER = { partnerReference: 'SHOP:1', sku: 'SCENARIO-LOST-AFTER' }

/** What `npx partner-purchase-kit` runs. */
const partnerPurchase = (args, env = {}) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...env } })

test('mock serves a purchase whose answer is lost, verify checks it, and SIGTERM ends it', async (context) => {
  const mock = spawn(process.execPath, [COMMAND, 'mock', '--port', '0', '--quiet'])
  context.after(() => mock.kill())
  const [ready] = await once(createInterface(mock.stdout), 'line')
  const baseUrl = ready.replace('ready ', '')
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  const buying = fetch(`${baseUrl}/orders`, { method: 'POST', headers, body: JSON.stringify(ORDER) })
  await assert.rejects(buying, TypeError)
  const order = async () => (await (await fetch(`${baseUrl}/orders/SHOP%3A1`, { headers })).json()).data.order
  const { pollAfterSeconds } = await order()
  await setTimeout(2 * pollAfterSeconds * 1000)
  assert.deepEqual(await order(), { status: 'COMPLETED' })
  const { stdout } = await partnerPurchase(['verify', '--base-url', baseUrl], {
    SERVICE_PARTNER_API_KEY: KEY,
  })
  assert.match(stdout, /KEPT/)
  mock.kill('SIGTERM')
  assert.deepEqual(await once(mock, 'exit'), [0, null])
})

test('certify judges a client', async () => {
  const only = ['--only', 'SCENARIO-PROCESSING', 'SCENARIO-LOST-AFTER']
  const { stdout } = await partnerPurchase(['certify', ...only, '--', process.execPath, 'client.js'])
  assert.match(stdout, /SCENARIO-LOST-AFTER.*kept/)
})

test('certify fails for a client that buys nothing', async () => {
  const certified = partnerPurchase([
    'certify',
    '--only',
    'SCENARIO-AT-ONCE',
    '--',
    process.execPath,
    '--version',
  ])
  await assert.rejects(certified, ({ code, stdout }) => code === 4 && /not.observed/i.test(stdout))
})
