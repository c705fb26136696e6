import { blockHolds, parseAddress, parseBlock } from '../../fixtures/ip-address.ts'

/** The loopback address that reaches a server, for each address to listen on that means every address of this machine. */
export const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseBlock)

/** Whether an address is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
export function isLoopback(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && LOOPBACK.some((block) => block !== undefined && blockHolds(block, address))
}
