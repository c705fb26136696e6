import { createMiddleware } from 'hono/factory'
import type { MockContext, MockEnv } from './env.ts'
import { refuse } from './respond.ts'
import { enterWorld } from './world-entry.ts'

/**
 * Serves a partner no more calls a second than it may make, by the clock of its key: its own rate, or else the
 * profile's. Without either, every call.
 */
export const limitRate = createMiddleware<MockEnv>(async (c, next) => {
  const rate = callerRate(c)
  if (rate === null) return next()
  const { now } = await enterWorld(c)
  const waitMs = c.get('mock').rates.take(c.get('partner').key, rate, now)
  if (waitMs === 0) return next()
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `This is a call too many: the key may make ${rate} a second. Nothing was done for it. Wait ${retryAfterSeconds} s, then send it again.`
  return refuse(c, { code: 'rate-limited', detail, retryAfterSeconds })
})

/** How many calls a second the caller may make; `null` for any number. */
export function callerRate(c: MockContext): number | null {
  return c.get('partner').requestsPerSecond ?? c.get('mock').profile.limits.requestsPerSecond
}
