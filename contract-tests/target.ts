import type { Profile } from '../contract/profile.ts'

/** What the suite is pointed at. Plain data, so that it can be handed to a worker. */
export type Target = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** A TEST key. It stands in no report. */
  readonly apiKey: string
  readonly profile: Profile
  /** The card to buy for everything; without it, the suite chooses from the catalogue. */
  readonly sku?: string
  /** A key whose allowlist does not hold the address that the suite calls from. */
  readonly notAllowedKey?: string
  /** What makes the references of this run its own. */
  readonly runId: string
}

/** How the references of every run begin. */
export const REFERENCE_PREFIX = 'KIT'

/** An id that no other run has: references of a run can't meet those of another on a server that keeps its state. */
export function newRunId(): string {
  const moment = Date.now().toString(36)
  return `${moment}${crypto.randomUUID().slice(0, 8)}`
}
