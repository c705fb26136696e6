import type { AdmittedCall } from '../call/call.ts'
import type { Answer } from '../message/answer.ts'
import { refuse } from '../respond/respond.ts'

/**
 * Refuses a call where its partner has made as many as it may in a second, by the clock of its key: by its own rate,
 * or else the profile's.
 *
 * @param rate calls a second.
 * @param now milliseconds, by that clock.
 */
export function refuseRate(call: AdmittedCall, rate: number, now: number): Answer | undefined {
  const waitMs = call.mock.rates.take(call.partner.key, rate, now)
  if (waitMs === 0) return undefined
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `This is a call too many: the key may make ${rate} a second. Nothing was done for it. Wait ${retryAfterSeconds} s, then send it again.`
  return refuse(call, { code: 'rate-limited', detail, retryAfterSeconds })
}

/** How many calls a second the caller may make; `null` for any number. */
export function callerRate({ mock, partner }: AdmittedCall): number | null {
  return partner.requestsPerSecond ?? mock.profile.limits.requestsPerSecond
}
