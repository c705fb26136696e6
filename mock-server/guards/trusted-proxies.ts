import { parseAddress } from '../../fixtures/ip-address.ts'
import { addressList } from './addresses.ts'

/** Finds the address of a caller, by its peer's address and by the headers of trusted proxies. */
export type CallerOf = (peer: string, headers: Pick<Headers, 'get'>) => string

/**
 * Reads proxy headers only as far as their writers are trusted: from the peer it goes back over trusted addresses to the
 * first that is not. It stops at the last trusted one before an unreadable hop, or if two headers contradict each other,
 * since a proxy may write one of them and pass on the other unchanged.
 *
 * @param trusted addresses and CIDR blocks.
 * @throws {TypeError} for anything else.
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

/** The addresses on the way of a call, from its sender on; `undefined` for one that can't be read. */
export type Hops = readonly (string | undefined)[]

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
/** One element of `Forwarded` and its separator: pairs with `;` between them (RFC 7239, section 4). */
const ELEMENT = new RegExp(
  `[ \\t]*((?:${TOKEN}=(?:${TOKEN}|${QUOTED}))(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))*)[ \\t]*(?:,|$)`,
  'y',
)
const PAIR = new RegExp(`(${TOKEN})=(${TOKEN}|${QUOTED})`, 'g')
const NODE = /^(?:\[([^\]]*)\]|([^:]*))(?::(?:\d{1,5}|_[\w.-]+))?$/

export function hopsInXForwardedFor(value: string): Hops {
  return value.split(',').map((hop) => addressInNode(hop.trim()))
}

/**
 * The hops of a `Forwarded` header (RFC 7239). Invalid text and everything after it is one unreadable hop: a sender's
 * unclosed quote may include what the proxies wrote.
 */
export function hopsInForwarded(value: string): Hops {
  const hops: (string | undefined)[] = []
  let end = 0
  while (end < value.length) {
    ELEMENT.lastIndex = end
    const found = ELEMENT.exec(value)
    if (found === null) return [...hops, undefined]
    hops.push(hopInElement(found[1] ?? ''))
    end = ELEMENT.lastIndex
  }
  return hops
}

/** `for` occurs in an element at most once; its case does not matter. */
function hopInElement(element: string): string | undefined {
  const senders = Array.from(element.matchAll(PAIR)).filter(([, name]) => name?.toLowerCase() === 'for')
  const [sender] = senders
  return senders.length === 1 ? addressInNode(unquoted(sender?.[2] ?? '')) : undefined
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}

/** The address of a node, without its brackets and its port. `unknown` and obfuscated names are not addresses. */
function addressInNode(node: string): string | undefined {
  const [, bracketed, bare] = NODE.exec(node) ?? [undefined, undefined, node]
  const address = bracketed ?? bare ?? ''
  const isOfItsForm = bracketed === undefined || bracketed.includes(':')
  return isOfItsForm && parseAddress(address) !== undefined ? address : undefined
}
