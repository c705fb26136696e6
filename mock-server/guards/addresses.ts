import { addressList } from '../../fixtures/address-list.ts'
import type { Partner } from '../../fixtures/partners.ts'

/** Whether an address is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address)
}

const LOOPBACK = /^(?:(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i

export function isThisMachine(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i

/** Whether a `Host` header names this machine itself, not a name that may lead to it. */
export function isLoopbackHost(header: string): boolean {
  return LOOPBACK_HOST.test(header)
}

/** The headers that proxies add, by standard (RFC 7239; RFC 9110, section 7.6.3) and by custom. */
const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.+)$/i

/** Whether a header shows that a request came through a proxy, so that its peer is not the caller. */
export function isProxyHeader(name: string): boolean {
  return PROXY_HEADER.test(name)
}

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
 * @param changed by key, the allowlists that replace those of the partners.
 * @throws {TypeError} for a rule that is neither an address nor a CIDR block.
 */
export function allowlists(
  partners: readonly Partner[],
  changed: ReadonlyMap<string, ChangedAllowlist>,
): AllowedFrom {
  const allowed = new Map(
    partners.flatMap(({ key, allowlist }) => (allowlist === null ? [] : [[key, addressList(allowlist)]])),
  )
  return (key) => {
    const later = changed.get(key)
    return later === undefined ? allowed.get(key) : later.isAllowed
  }
}
