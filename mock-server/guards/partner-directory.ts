import { isTestKey } from '../../contract/wire/auth.ts'
import { ORDINARY_PARTNER, type Partner } from '../../fixtures/partners.ts'
import type { UnknownKeys } from '../../fixtures/unknown-keys.ts'

/** A partner as the mock serves it: known by name, or a guest with a key of its own. */
export type PartnerDirectory = {
  /** The partner of a key; `undefined` for a key that is not accepted. */
  find(key: string): Partner | undefined
}

/**
 * Every `pk_test_` key is a partner: the named ones as they are written, any other one a copy of the ordinary
 * partner, with orders, balance and clock of its own. Where unknown keys are rejected, there are no others.
 *
 * @param guests the ids of those others, by key: remembered there.
 * @param digestOf a name for a key, where guests are to have the same id in every process; else they are numbered.
 */
export function partnerDirectory(
  named: readonly Partner[],
  guests: Map<string, string>,
  {
    unknownKeys,
    digestOf,
  }: { unknownKeys?: UnknownKeys | undefined; digestOf?: ((key: string) => string) | undefined } = {},
): PartnerDirectory {
  const byKey = new Map(named.map((partner) => [partner.key, partner]))
  return {
    find(key) {
      const known = byKey.get(key)
      if (known !== undefined || unknownKeys === 'reject' || !isTestKey(key)) return known
      const id = guests.get(key) ?? `guest-${digestOf?.(key) ?? guests.size + 1}`
      guests.set(key, id)
      const guest = { ...ORDINARY_PARTNER, id, key }
      byKey.set(key, guest)
      return guest
    },
  }
}
