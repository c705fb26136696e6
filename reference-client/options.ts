import type { ClientProfile } from './client-profile.ts'
import { type Clock, LONGEST_TIMER_MS, systemClock } from './clock.ts'
import { UsageError } from './errors.ts'
import { DEFAULT_RECOVERY, type Recovery } from './http/backoff.ts'
import { parseBaseUrl } from './http/base-url.ts'
import { createExcerpt } from './http/excerpt.ts'
import type { PlatformRequest, PlatformResponse } from './platform.ts'
import { type ClientProfileAnswers, completeProfile } from './profile.ts'

/** The network as the client uses it: the platform's `fetch`, or the `fetch` of a mock. */
export type Fetch = (request: PlatformRequest) => PlatformResponse | Promise<PlatformResponse>

/** Options of {@link createClient}. */
export type ClientOptions = {
  /** The address of the service; it may carry a path, such as `https://host/v1`. */
  readonly baseUrl: string
  /** Kept on the server. It travels in the profile's auth header, and nowhere else. */
  readonly apiKey: string
  /** Answers to what the reference does not show, over the defaults. */
  readonly profile?: ClientProfileAnswers | undefined
  /** Default: the platform's. */
  readonly fetch?: Fetch | undefined
  /** Time between requests. Default: the platform's. */
  readonly clock?: Clock | undefined
  /** Of each request, in milliseconds, the reading of its body included. Default: 10,000. */
  readonly timeoutMs?: number | undefined
  /** Default: {@link DEFAULT_RECOVERY}. */
  readonly recovery?: Partial<Recovery> | undefined
}

/** The checked and completed options. */
export type CheckedOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly profile: ClientProfile
  readonly fetch: Fetch
  readonly clock: Clock
  readonly timeoutMs: number
  readonly recovery: Recovery
}

// Looked up at each call, so that an interceptor installed later is used too.
const platformFetch: Fetch = (request) => globalThis.fetch(request)

/**
 * Checks the options and completes them.
 *
 * @throws {UsageError} for the first invalid one. No message contains the key.
 */
export function completeOptions(options: ClientOptions): CheckedOptions {
  const { apiKey, fetch = platformFetch, clock = systemClock, timeoutMs = 10_000 } = options
  const recovery = { ...DEFAULT_RECOVERY, ...options.recovery }
  demand(isHeaderText(apiKey), 'an apiKey of printable ASCII, without spaces around it', describeKey(apiKey))
  demand(typeof fetch === 'function', 'fetch as a function', typeof fetch)
  const isClock = typeof clock?.now === 'function' && typeof clock.sleep === 'function'
  demand(isClock, 'a clock with now() and sleep()', typeof clock)
  demandNumber('timeoutMs', timeoutMs, 1, LONGEST_TIMER_MS)
  demandNumber('recovery.firstDelayMs', recovery.firstDelayMs, 0, LONGEST_TIMER_MS)
  demandNumber('recovery.maxAttempts', recovery.maxAttempts, 0, 1000)
  const baseUrl = parseBaseUrl(options.baseUrl, apiKey)
  const profile = completeProfile(options.profile ?? {}, createExcerpt(apiKey))
  return { baseUrl, apiKey, profile, fetch, clock, timeoutMs, recovery }
}

/** Whether a header can carry a text unchanged: surrounding spaces would be cut off (RFC 9110, section 5.5). */
function isHeaderText(key: unknown): key is string {
  return typeof key === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)
}

function describeKey(key: unknown): string {
  if (typeof key !== 'string') return key === undefined ? 'nothing' : `a value of type ${typeof key}`
  return key === ''
    ? 'an empty text'
    : 'a text with a space, line break or other character that a header cannot hold'
}

function demandNumber(name: string, value: number, least: number, most: number): void {
  const fits = Number.isInteger(value) && value >= least && value <= most
  demand(fits, `${name} as a whole number, ${least} to ${most}`, String(value))
}

function demand(fits: boolean, asked: string, found: string): asserts fits {
  if (fits) return
  throw new UsageError('createClient', {
    asked: `createClient needs ${asked}`,
    found,
    remedy: 'Correct the option.',
  })
}
