import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import type { HttpProxy } from '../http/proxy.ts'

/** The target of the suite: plain data. */
export type Target = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The proxy that it is reached by. Default: none. */
  readonly proxy?: HttpProxy | undefined
  /** A TEST key. It appears in no report. */
  readonly apiKey: string
  readonly profile: Profile
  /** The card for all purchases; without it, the suite chooses from the catalogue. */
  readonly sku?: string
  /** A TEST key whose allowlist does not include the suite's address: it brings `ip-allowlist` within reach. */
  readonly notAllowedKey?: string
  /** How many purchases may be sent, identical bodies included. */
  readonly maxPurchases: number
  /** Makes the references of this run unique. */
  readonly runId: string
  /** What its references begin with (§2), before a colon. Default: `SHOP`. */
  readonly referencePrefix?: string
}

/**
 * How many purchases a run may send by default: what it sends where every answer says something, and one confirmation of each
 * check that buys. A test holds it to the sum of the checks.
 */
export const PURCHASE_LIMIT = 109

/** What a reference begins with, before a colon, unless it is said otherwise. */
export const REFERENCE_PREFIX = 'SHOP'

/** An id that no other run has: a server that keeps its state never sees the same reference in two runs. */
export function newRunId(): string {
  const moment = Date.now().toString(36)
  return `${moment}${crypto.randomUUID().slice(0, 8)}`
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export function isOnThisMachine(baseUrl: string): boolean {
  return LOOPBACK.test(new URL(baseUrl).hostname)
}

/** A target as a caller gives it: an address and a key; the rest has defaults. */
export type TargetOptions = Partial<Omit<Target, 'profile'>> &
  Pick<Target, 'baseUrl' | 'apiKey'> & {
    /** Answers to the gaps that differ from the defaults. */
    readonly profile?: PartialProfile
  }

/**
 * A complete target.
 *
 * @throws {RangeError} when the key is not a TEST key: the suite buys, and must buy only in TEST (§5.1).
 * @throws {ProfileError} when the profile can't be used.
 */
export function targetOf(options: TargetOptions): Target {
  const { baseUrl, profile = {}, runId = newRunId(), ...rest } = options
  if (![rest.apiKey, rest.notAllowedKey ?? rest.apiKey].every(isTestKey)) {
    throw new RangeError(`The contract suite buys cards: its keys must be TEST keys (${TEST_KEY_PREFIX}…).`)
  }
  return {
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    profile: resolveProfile(profile),
    runId,
    maxPurchases: rest.maxPurchases ?? PURCHASE_LIMIT,
  }
}
