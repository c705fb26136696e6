import { baseUrlFault, withoutEndSlash } from '../contract/wire/base-url.ts'
import type { ClientProfile } from './client-profile.ts'
import { type Clock, systemClock } from './clock.ts'
import { UsageError } from './errors.ts'
import { createExcerpt, type ExcerptOf } from './excerpt.ts'
import { type ClientProfileAnswers, completeProfile } from './profile.ts'
import { DEFAULT_RECOVERY, type Recovery } from './recovery.ts'

/** The network as the client uses it: the platform's `fetch`, or the `fetch` of a mock. */
export type Fetch = (request: Request) => Response | Promise<Response>

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

export type CheckedOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly profile: ClientProfile
  readonly fetch: Fetch
  readonly clock: Clock
  readonly timeoutMs: number
  readonly recovery: Recovery
  /** A text from outside, as an error may quote it. */
  readonly excerpt: ExcerptOf
}

// Looked up at each call, so that an interceptor installed later is used too.
const platformFetch: Fetch = (request) => globalThis.fetch(request)

/** The longest delay of a timer, in milliseconds: a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** @throws {UsageError} for the first invalid one. No message contains the key. */
export function completeOptions(options: ClientOptions): CheckedOptions {
  const { apiKey, fetch = platformFetch, clock = systemClock, timeoutMs = 10_000 } = options
  const recovery = { ...DEFAULT_RECOVERY, ...options.recovery }
  demand(isHeaderText(apiKey), 'an apiKey of printable ASCII, without spaces around it')
  demand(typeof fetch === 'function', 'fetch as a function')
  demandWhole('timeoutMs', timeoutMs, 1, LONGEST_MS)
  demandWhole('recovery.firstDelayMs', recovery.firstDelayMs, 0, LONGEST_MS)
  demandWhole('recovery.maxAttempts', recovery.maxAttempts, 0, 1000)
  const address = String(options.baseUrl)
  const fault = baseUrlFault(address) ?? (address.includes(apiKey) ? 'the key in it' : undefined)
  // The text is not quoted: it may hold a secret.
  demand(fault === undefined, `a baseUrl such as https://host/v1; found ${fault}`)
  const excerpt = createExcerpt(apiKey)
  const profile = completeProfile(options.profile ?? {}, excerpt)
  return { baseUrl: withoutEndSlash(address), apiKey, profile, fetch, clock, timeoutMs, recovery, excerpt }
}

/** Whether a header can carry a text unchanged: surrounding spaces would be cut off (RFC 9110, section 5.5). */
function isHeaderText(key: unknown): boolean {
  return typeof key === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(key)
}

function demandWhole(name: string, value: number, least: number, most: number): void {
  const fits = Number.isInteger(value) && value >= least && value <= most
  demand(fits, `${name} as a whole number, ${least} to ${most}; found ${value}`)
}

function demand(fits: boolean, asked: string): void {
  if (!fits) throw new UsageError('createClient', `createClient needs ${asked}. Correct the option.`)
}
