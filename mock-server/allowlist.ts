import { createMiddleware } from 'hono/factory'
import { blockHolds, type IpBlock, parseAddress, parseBlock } from '../contract/ip-address.ts'
import type { Partner } from '../fixtures/partners.ts'
import { addressOf } from './caller.ts'
import type { MockEnv } from './env.ts'
import { refuse } from './respond.ts'

/**
 * Lets a call in whose address is on its partner's allowlist, if the partner has one (§5.3). An address that can't be
 * read is on no list, and an empty list allows nobody.
 *
 * @throws {TypeError} for a rule that is neither an address nor a CIDR block.
 */
export function restrictAddresses(partners: readonly Partner[]) {
  const allowed = new Map(
    partners.flatMap(({ key, allowlist }) => (allowlist === null ? [] : [[key, allowlist.map(blockOf)]])),
  )
  return createMiddleware<MockEnv>(async (c, next) => {
    const blocks = allowed.get(c.get('partner').key)
    const caller = c.get('mock').callerOf(addressOf(c.env), c.req.raw.headers)
    if (blocks === undefined || isOn(blocks, caller)) return next()
    const detail = `The call came from ${caller}, which is not on this partner's allowlist. Call from an allowed address, or ask the operator to allow this one.`
    return refuse(c, { code: 'ip-not-allowed', detail })
  })
}

function blockOf(rule: string): IpBlock {
  const block = parseBlock(rule)
  if (block !== undefined) return block
  throw new TypeError(
    `An allowlist holds IPv4 or IPv6 addresses without a zone id, or CIDR blocks such as 203.0.113.0/24; found ${JSON.stringify(rule)}.`,
  )
}

function isOn(blocks: readonly IpBlock[], caller: string): boolean {
  const address = parseAddress(caller)
  return address !== undefined && blocks.some((block) => blockHolds(block, address))
}
