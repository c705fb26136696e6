import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/ping', (c) => c.json({ data: { status: 'ok', mode: 'TEST' } }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`ready http://127.0.0.1:${port}`),
)
