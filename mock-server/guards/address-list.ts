import { blockHolds, parseAddress, parseBlock } from '../../fixtures/ip-address.ts'

/**
 * Whether an address is on a list of addresses and CIDR blocks. One that can't be read is on no list.
 *
 * @param holds what the list holds, as the beginning of an error.
 * @throws {TypeError} for a rule that is neither an address nor a CIDR block.
 */
export function addressList(rules: readonly string[], holds: string): (address: string) => boolean {
  const blocks = rules.map((rule) => {
    const block = parseBlock(rule)
    if (block === undefined) throw new TypeError(`${holds}; found ${JSON.stringify(rule)}.`)
    return block
  })
  return (text) => {
    const address = parseAddress(text)
    return address !== undefined && blocks.some((block) => blockHolds(block, address))
  }
}
