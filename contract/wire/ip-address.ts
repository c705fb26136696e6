/** An address as a number. IPv4 in the clothes of IPv6 (`::ffff:192.0.2.1`) is IPv4. */
export type IpAddress = { readonly version: 4 | 6; readonly value: bigint }

/** A block of addresses: those whose first bits are its own. */
export type IpBlock = IpAddress & { readonly prefixLength: number }

const BITS = { 4: 32, 6: 128 } as const
const OCTET = /^(?:0|[1-9]\d{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
/** `::ffff:0:0/96`: what IPv4 is mapped into (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 0xffffn
const MAPPED_LENGTH = 96
/** `fe80::/10`: addresses that a zone id belongs to (RFC 4007, section 6). */
const LINK_LOCAL_PREFIX = 0x3fan

/**
 * Reads an IPv4 or IPv6 address. The zone id of a link-local one is left aside.
 *
 * @returns `undefined` for anything else: a port, a bracket, an octet with a zero before it.
 *
 * @example
 * parseAddress('::ffff:192.0.2.1') // { version: 4, value: 3221225985n }
 */
export function parseAddress(text: string): IpAddress | undefined {
  const [bare = '', ...zones] = text.split('%')
  if (zones.length === 0) return parseBare(bare)
  const address = zones.length === 1 && zones[0] !== '' ? parseBare(bare) : undefined
  return address?.version === 6 && address.value >> 118n === LINK_LOCAL_PREFIX ? address : undefined
}

/**
 * Reads an address or a CIDR block (RFC 4632, RFC 4291, section 2.3). What stands beyond its prefix is left aside.
 *
 * @returns `undefined` for anything else, and for an address with a zone id: which zone would not be compared.
 *
 * @example
 * parseBlock('192.0.2.0/24') // { version: 4, value: 3221225984n, prefixLength: 24 }
 */
export function parseBlock(text: string): IpBlock | undefined {
  const [bare = '', length, ...more] = text.split('/')
  const written = writtenAddress(bare)
  if (written === undefined || more.length > 0) return undefined
  if (length !== undefined && !(OCTET.test(length) && Number(length) <= BITS[written.version]))
    return undefined
  const prefixLength = length === undefined ? BITS[written.version] : Number(length)
  if (!isMapped(written) || prefixLength < MAPPED_LENGTH) return { ...written, prefixLength }
  return { ...unmapped(written), prefixLength: prefixLength - MAPPED_LENGTH }
}

/** Whether an address is in a block. */
export function blockHolds(block: IpBlock, address: IpAddress): boolean {
  const beyond = BigInt(BITS[block.version] - block.prefixLength)
  return block.version === address.version && block.value >> beyond === address.value >> beyond
}

function parseBare(text: string): IpAddress | undefined {
  const written = writtenAddress(text)
  return written === undefined ? undefined : unmapped(written)
}

function isMapped({ version, value }: IpAddress): boolean {
  return version === 6 && value >> 32n === MAPPED_PREFIX
}

function unmapped(address: IpAddress): IpAddress {
  return isMapped(address) ? { version: 4, value: address.value & 0xffffffffn } : address
}

function writtenAddress(text: string): IpAddress | undefined {
  const version = text.includes(':') ? 6 : 4
  const value = version === 6 ? valueOfIpv6(text) : valueOfIpv4(text)
  return value === undefined ? undefined : { version, value }
}

function valueOfIpv4(text: string): bigint | undefined {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255))
    return undefined
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n)
}

/** Groups before and after the one `::` that may stand for groups of zeros, at least one (RFC 4291, section 2.2). */
function valueOfIpv6(text: string): bigint | undefined {
  const halves = text.split('::')
  const [before, after] = halves.map(groupsOf)
  if (halves.length > 2 || before === undefined) return undefined
  if (halves.length === 1) return before.length === 8 ? joined(before) : undefined
  if (after === undefined || before.length + after.length > 7) return undefined
  const zeros = Array<bigint>(8 - before.length - after.length).fill(0n)
  return joined([...before, ...zeros, ...after])
}

/** The last two groups may be written as IPv4 is. */
function groupsOf(text: string, half: number, halves: readonly string[]): bigint[] | undefined {
  if (text === '') return halves.length === 2 ? [] : undefined
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const isLastHalf = half === halves.length - 1
  const ipv4 = isLastHalf && last.includes('.') ? valueOfIpv4(parts.pop() ?? '') : null
  if (ipv4 === undefined || !parts.every((part) => GROUP.test(part))) return undefined
  const groups = parts.map((part) => BigInt(`0x${part}`))
  return ipv4 === null ? groups : [...groups, ipv4 >> 16n, ipv4 & 0xffffn]
}

function joined(groups: readonly bigint[]): bigint {
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}
