import { isTestKey } from '../contract/auth.ts'
import { ORDINARY_PARTNER, type Partner } from '../fixtures/partners.ts'

/** A partner as the mock serves it: known by name, or a guest with a key of its own. */
export type PartnerDirectory = {
  /** The partner of a key; `undefined` when it is no TEST key. */
  find(key: string): Partner | undefined
}

/**
 * Every `pk_test_` key is a partner: the named ones as they are written, any other one a copy of the ordinary
 * partner, with orders, balance and clock of its own.
 */
export function partnerDirectory(named: readonly Partner[]): PartnerDirectory {
  const byKey = new Map(named.map((partner) => [partner.key, partner]))
  let guests = 0
  return {
    find(key) {
      const known = byKey.get(key)
      if (known !== undefined || !isTestKey(key)) return known
      guests += 1
      const guest = { ...ORDINARY_PARTNER, id: `guest-${guests}`, key }
      byKey.set(key, guest)
      return guest
    },
  }
}
