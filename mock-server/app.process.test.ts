import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** An app behind the user's own server, with the defaults of `@hono/node-server`. */
const SERVER = `
  import { once } from 'node:events'
  import { serve } from '@hono/node-server'
  import { createApp } from './mock-server/app.ts'

  const server = serve({ fetch: createApp().fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const headers = { Authorization: 'Bearer pk_test_me', 'Content-Type': 'application/json' }
  const url = 'http://127.0.0.1:' + server.address().port
  const body = JSON.stringify({ partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' })
  for (const [path, init] of [['/ping'], ['/orders', { method: 'POST', body }], ['/nowhere']]) {
    const answer = await fetch(url + path, { headers, ...init })
    console.log(answer.status, (await answer.json()).data ?? 'refused')
  }
  server.close()
`

test('an app answers behind the user’s own server, which replaces Request and Response by default', async () => {
  const args = ['--input-type=module', '-e', SERVER]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe(
    "200 { status: 'ok', mode: 'TEST' }\n200 { order: { order: { status: 'COMPLETED' } } }\n404 refused\n",
  )
})
