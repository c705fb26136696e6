import type { Partner } from '../../fixtures/partners.ts'
import { addressList } from './address-list.ts'

/** Whether a partner may call from an address; undefined for a partner without an allowlist. */
export type AllowedFrom = (key: string) => ((address: string) => boolean) | undefined

/** An allowlist that was changed while the mock runs; without rules, every address is allowed. */
export type ChangedAllowlist = {
  readonly rules: readonly string[] | null
  readonly isAllowed: ((address: string) => boolean) | undefined
}

/**
 * The allowlists of the partners that have one (§5.3). An address that can't be read is on no list, and an empty list
 * allows no address.
 *
 * @param changed the allowlists that were changed since, by key: they count instead.
 * @throws {TypeError} for a rule that is neither an address nor a CIDR block.
 */
export function allowlists(
  partners: readonly Partner[],
  changed: ReadonlyMap<string, ChangedAllowlist> = new Map(),
): AllowedFrom {
  const allowed = new Map(
    partners.flatMap(({ key, allowlist }) => (allowlist === null ? [] : [[key, isAllowedBy(allowlist)]])),
  )
  return (key) => {
    const later = changed.size === 0 ? undefined : changed.get(key)
    return later === undefined ? allowed.get(key) : later.isAllowed
  }
}

/** Whether an address is on an allowlist. */
export function isAllowedBy(rules: readonly string[]): (address: string) => boolean {
  return addressList(
    rules,
    'An allowlist holds IPv4 or IPv6 addresses without a zone id, or CIDR blocks such as 203.0.113.0/24',
  )
}
