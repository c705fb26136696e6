import { isTestKey } from '../../contract/wire/auth.ts'
import { ORDINARY_PARTNER, type Partner, type UnknownKeys } from '../../fixtures/partners.ts'

/** By key: the partners that called without being configured. */
export type Guests = Map<string, Partner>

/**
 * Every `pk_test_` key is a partner: the named ones as they are configured, any other one a guest like the ordinary
 * partner, with its own orders, balance and clock. If unknown keys are rejected, there are no guests.
 * With `digestOf`, guests have the same id in every process; otherwise they are numbered.
 */
export function partnerDirectory(
  named: readonly Partner[],
  guests: Guests,
  unknownKeys: UnknownKeys,
  digestOf?: (key: string) => string,
): (key: string) => Partner | undefined {
  const byKey = new Map(named.map((partner) => [partner.key, partner]))
  return (key) => {
    const known = byKey.get(key)
    if (known !== undefined || unknownKeys === 'reject' || !isTestKey(key)) return known
    const id = () => `guest-${digestOf?.(key) ?? guests.size + 1}`
    const guest = guests.get(key) ?? { ...ORDINARY_PARTNER, id: id(), key }
    guests.set(key, guest)
    return guest
  }
}
