import { parseAddress } from '../../fixtures/ip-address.ts'

/** The addresses that a call came through, from its sender on; `undefined` for one that can't be read. */
export type Hops = readonly (string | undefined)[]

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
/** One element of `Forwarded` and what parts it from the next: pairs with `;` between them (RFC 7239, section 4). */
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
 * The hops of a `Forwarded` header (RFC 7239). What is not of its form is one hop that can't be read, with everything
 * after it: a quote that a sender left open may have swallowed what the proxies wrote.
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

/** `for` stands in an element once, and its name is read without case. */
function hopInElement(element: string): string | undefined {
  const senders = Array.from(element.matchAll(PAIR)).filter(([, name]) => name?.toLowerCase() === 'for')
  const [sender] = senders
  return senders.length === 1 ? addressInNode(unquoted(sender?.[2] ?? '')) : undefined
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}

/** The address of a node, without its brackets and its port. `unknown` and obfuscated names are none. */
function addressInNode(node: string): string | undefined {
  const [, bracketed, bare] = NODE.exec(node) ?? [undefined, undefined, node]
  const address = bracketed ?? bare ?? ''
  const isOfItsForm = bracketed === undefined || bracketed.includes(':')
  return isOfItsForm && parseAddress(address) !== undefined ? address : undefined
}
