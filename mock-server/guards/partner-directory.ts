import { isTestKey } from '../../contract/wire/auth.ts'
import { ORDINARY_PARTNER, type Partner, type UnknownKeys } from '../../fixtures/partners.ts'

/** A partner of the mock: a named one, or a guest with its own key. */
export type PartnerDirectory = {
  /** The partner of a key; `undefined` for a key that is not accepted. */
  find(key: string): Partner | undefined
}

/** The guests of a mock, by their keys. */
export class Guests extends Map<string, Partner> {
  #numbered = 0

  /** A number that no guest has, also none that was forgotten. */
  nextNumber(): number {
    this.#numbered += 1
    return this.#numbered
  }
}

/**
 * Every `pk_test_` key is a partner: the named ones as they are configured, any other one a guest like the ordinary
 * partner, with its own orders, balance and clock. If unknown keys are rejected, there are no guests.
 *
 * @param guests new ones are added.
 * @param digestOf a name for a key, if guests need the same id in every process; otherwise they are numbered.
 */
export function partnerDirectory(
  named: readonly Partner[],
  guests: Guests,
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
      const guest = guests.get(key) ?? {
        ...ORDINARY_PARTNER,
        id: `guest-${digestOf?.(key) ?? guests.nextNumber()}`,
        key,
      }
      guests.set(key, guest)
      return guest
    },
  }
}
