import { createMiddleware } from 'hono/factory'
import type { MockEnv } from './env.ts'
import { refuse } from './respond.ts'

/**
 * Serves a partner no more calls a second than it may make, by the clock of its key: its own rate, or else the
 * profile's. Without either, every call.
 */
export const limitRate = createMiddleware<MockEnv>(async (c, next) => {
  const { profile, clocks, rates } = c.get('mock')
  const { key, requestsPerSecond } = c.get('partner')
  const rate = requestsPerSecond ?? profile.limits.requestsPerSecond
  if (rate === null) return next()
  const waitMs = rates.take(key, rate, clocks.now(key))
  if (waitMs === 0) return next()
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `This is a call too many: the key may make ${rate} a second. Nothing was done for it. Wait ${retryAfterSeconds} s, then send it again.`
  return refuse(c, { code: 'rate-limited', detail, retryAfterSeconds })
})
