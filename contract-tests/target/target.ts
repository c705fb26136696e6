import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import type { HttpProxy } from '../http/proxy.ts'

/** The target of the suite: plain data. */
export type Target = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The proxy on the way to the target. Default: none. */
  readonly proxy?: HttpProxy | undefined
  /** A TEST key. It appears in no report. */
  readonly apiKey: string
  readonly profile: Profile
  /** The card for all purchases; without it, the suite chooses from the catalogue. */
  readonly sku?: string
  /** A TEST key whose allowlist excludes the suite's address. It brings `ip-allowlist` within reach. */
  readonly notAllowedKey?: string
  /** The most purchases that may be sent, including identical bodies. */
  readonly maxPurchases: number
  /** Makes the references of this run unique. */
  readonly runId: string
  /** The prefix of the run's references (§2), before the colon. Default: `SHOP`. */
  readonly referencePrefix?: string
  /** The words that start a run like this one, up to its clauses. Default: those of `verify`, with the address and the card. */
  readonly rerun?: readonly string[]
}

/**
 * The default limit of purchases: those that a run sends if every answer says something, and one confirmation of each
 * check that buys. A test compares it with the sum of the checks.
 */
export const PURCHASE_LIMIT = 109

/** The default prefix of a reference. */
export const REFERENCE_PREFIX = 'SHOP'

/** An id that no other run has, so that a server with a memory never sees a reference in two runs. */
export function newRunId(): string {
  const moment = Date.now().toString(36)
  return `${moment}${crypto.randomUUID().slice(0, 8)}`
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export function isOnThisMachine(baseUrl: string): boolean {
  return LOOPBACK.test(new URL(baseUrl).hostname)
}

/** A target as a caller gives it: an address and a key, with defaults for the rest. */
export type TargetOptions = Partial<Omit<Target, 'profile'>> &
  Pick<Target, 'baseUrl' | 'apiKey'> & {
    /** Answers to the gaps that differ from the defaults. */
    readonly profile?: PartialProfile
  }

/**
 * Completes a target with defaults.
 *
 * @throws {RangeError} if the key is not a TEST key: the suite buys, and must buy only in TEST (§5.1).
 * @throws {ProfileError} if the profile can't be used.
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
