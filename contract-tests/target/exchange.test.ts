import { expect, test } from 'vitest'
import { exchange } from '../../reporting/html/sample-reports.fixture.ts'
import { retryAfterMs } from './exchange.ts'

test.for([
  ['as long as Retry-After says', '7', 7],
  ['half a second without Retry-After', undefined, 0.5],
  ['until a date, by the clock of the service', 'Wed, 21 Oct 2026 07:28:03 GMT', 3],
  ['half a second if the date has passed', 'Wed, 21 Oct 2026 07:27:00 GMT', 0.5],
  ['half a second if the date is invalid', 'soon GMT', 0.5],
  ['half a minute at most', '3600', 30],
] as const)('a retry waits %s', ([, retryAfter, seconds]) => {
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
  const headers = { date, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) }
  const response = { status: 429, headers, body: '', answeredMs: 0 }
  expect(retryAfterMs({ exchange: exchange(0, { response }) }, 500)).toBe(seconds * 1000)
})
