import { parseAddress } from '../../fixtures/ip-address.ts'

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

/** The hops of an `X-Forwarded-For` header. */
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
