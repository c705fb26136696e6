import type { Profile } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import { envelope } from '../../contract/wire/bodies.ts'
import type { JsonPointer } from '../../contract/wire/json-pointer.ts'
import type { HttpProxy } from '../http/proxy.ts'
import { type Answer, isServed } from '../run/answer.ts'
import type { Pace } from '../run/pace.ts'
import { REFERENCE_PREFIX } from '../run/target.ts'
import { type Sighting, sightingOf } from './finding.ts'
import type { FindingsStore } from './findings-store.ts'
import type { Prober } from './prober.ts'

/** The target of a discovery. */
export type DiscoveryAim = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The proxy that it is reached by. Default: none. */
  readonly proxy?: HttpProxy | undefined
  /** A TEST key. It appears in no event and no finding. */
  readonly apiKey: string
  /** The profile that the search starts from: its answers are tried first, and those that are not found stay. */
  readonly start: Profile
  /** The card to ask the price of, and to buy. */
  readonly sku?: string
  /** Whether one card may be bought. */
  readonly allowPurchase: boolean
  /** Makes the references of this run unique. */
  readonly runId: string
}

/** One running discovery, which each of its steps receives. */
export type Search = {
  readonly aim: DiscoveryAim
  readonly prober: Prober
  readonly findings: FindingsStore
  readonly pace: Pace
}

/** A search that knows how the key is sent. */
export type KeyedSearch = Search & { readonly auth: Auth }

/** A reference that no other run has (§2). */
export function newReference({ aim }: Search, label: string): string {
  return `${REFERENCE_PREFIX}:${aim.runId}-${label}`
}

/** What an answer showed, without the key. */
export function sightingIn(
  { findings }: Search,
  answer: Answer,
  shown: readonly JsonPointer[] = [],
  how = '',
): Sighting {
  return sightingOf(answer, shown, findings.clean, how)
}

/** Whether an answer is a success with a `data` object (§2). */
export function hasData(answer: Answer): boolean {
  return isServed(answer) && envelope.safeParse(answer.json).success
}
