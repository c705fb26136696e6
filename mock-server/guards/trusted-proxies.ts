import { parseAddress } from '../../fixtures/ip-address.ts'
import { addressList } from './address-list.ts'
import { type Hops, hopsInForwarded, hopsInXForwardedFor } from './forwarded.ts'

/** Finds the address of a caller, by its peer's address and by the headers of trusted proxies. */
export type CallerOf = (peer: string, headers: Pick<Headers, 'get'>) => string

/**
 * Reads proxy headers only as far as their writers are trusted: from the peer it goes back over trusted addresses to the
 * first that is not. It stops at the last trusted one before an unreadable hop, or if two headers contradict each other,
 * since a proxy may write one of them and pass on the other unchanged.
 *
 * @param trusted addresses and CIDR blocks.
 * @throws {TypeError} for anything else.
 *
 * @example
 * const callerOf = trustProxies(['10.0.0.0/8'])
 * callerOf('10.0.0.1', new Headers({ 'X-Forwarded-For': '203.0.113.7' })) // '203.0.113.7'
 * callerOf('198.51.100.1', new Headers({ 'X-Forwarded-For': '203.0.113.7' })) // '198.51.100.1'
 */
export function trustProxies(trusted: readonly string[]): CallerOf {
  const isTrusted = addressList(
    trusted,
    'A trusted proxy is an IPv4 or IPv6 address without a zone id, or a CIDR block such as 10.0.0.0/8',
  )
  return (peer, headers) => {
    const senders = hopsOf(headers).map((hops) => senderOf(peer, hops, isTrusted))
    const [sender = peer] = senders
    return senders.every((other) => isSame(sender, other)) ? sender : peer
  }
}

function hopsOf(headers: Pick<Headers, 'get'>): readonly Hops[] {
  const [standard, usual] = [headers.get('Forwarded'), headers.get('X-Forwarded-For')]
  return [
    ...(standard === null ? [] : [hopsInForwarded(standard)]),
    ...(usual === null ? [] : [hopsInXForwardedFor(usual)]),
  ]
}

/** Each hop was written by the one after it, so it counts only if that one is trusted. */
function senderOf(peer: string, hops: Hops, isTrusted: (address: string) => boolean): string {
  let sender = peer
  for (const hop of hops.toReversed()) {
    if (!isTrusted(sender) || hop === undefined) return sender
    sender = hop
  }
  return sender
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [parseAddress(one), parseAddress(other)]
  return one === other || (left !== undefined && left.toString() === right?.toString())
}
