import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { isTestKey } from '../contract/auth.ts'
import { addressOf, isLoopback } from './caller.ts'
import type { MockContext, MockEnv } from './env.ts'
import type { Health } from './health.ts'

/** Where the mock's own surface begins; no path of the API does. */
export const ADMIN_PREFIX = '/__mock'

const LONGEST_ADVANCE_SECONDS = 366 * 24 * 3600
const clockCommand = z.strictObject({
  key: z.string().refine(isTestKey),
  advanceSeconds: z.number().min(0).max(LONGEST_ADVANCE_SECONDS),
})
const CLOCK_USAGE = `Send {"key": "pk_test_…", "advanceSeconds": N}, N from 0 to ${LONGEST_ADVANCE_SECONDS}.`

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** Answers this machine alone: neither another address, nor a page that was made to resolve to this one. */
const loopbackOnly = createMiddleware<MockEnv>(async (c, next) => {
  const host = c.req.header('Host') ?? new URL(c.req.url).host
  const isOwn =
    isLoopback(addressOf(c.env)) && LOOPBACK_HOST.test(host) && c.req.header('Origin') === undefined
  return isOwn ? next() : c.json({ error: `${ADMIN_PREFIX} answers calls from this machine only.` }, 403)
})

/** Puts the mock's own surface on an app: health, the journal, and the clock of each key. */
export function routeAdmin(app: Hono<MockEnv>): void {
  app.use(`${ADMIN_PREFIX}/*`, loopbackOnly)
  app.get(`${ADMIN_PREFIX}/health`, health)
  app.get(`${ADMIN_PREFIX}/journal`, (c) => c.json({ exchanges: c.get('mock').journal.entries() }))
  app.post(`${ADMIN_PREFIX}/clock`, advanceClock)
  app.all(`${ADMIN_PREFIX}/*`, (c) =>
    c.json({ error: 'Not there: try GET health, GET journal or POST clock.' }, 404),
  )
}

function health(c: MockContext): Response {
  const partners = c.get('mock').partners.map(({ id }) => id)
  return c.json({ mock: 'partner-purchase-kit', status: 'ok', partners } satisfies Health)
}

async function advanceClock(c: MockContext): Promise<Response> {
  const command = clockCommand.safeParse(await c.req.json().catch(() => undefined))
  if (!command.success) return c.json({ error: CLOCK_USAGE }, 400)
  const { clocks } = c.get('mock')
  clocks.advance(command.data.key, command.data.advanceSeconds)
  return c.json({ now: new Date(clocks.now(command.data.key)).toISOString() })
}
