import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { ipRestriction } from 'hono/ip-restriction'
import type { Partner } from '../fixtures/partners.ts'
import { addressOf } from './caller.ts'
import type { MockContext, MockEnv } from './env.ts'
import { refuse } from './respond.ts'

/**
 * Lets a call in whose address is on its partner's allowlist, if the partner has one (§5.3).
 *
 * @throws {TypeError} for a rule that is neither an address nor a CIDR block.
 */
export function restrictAddresses(partners: readonly Partner[]): MiddlewareHandler<MockEnv> {
  const restrictions = new Map(
    partners.flatMap(({ id, allowlist }) => (allowlist === null ? [] : [[id, restriction(allowlist)]])),
  )
  return createMiddleware<MockEnv>((c, next) => {
    const restrict = restrictions.get(c.get('partner').id)
    return restrict === undefined ? next() : restrict(c, next).catch((error) => refuseUnreadable(c, error))
  })
}

function restriction(allowList: readonly string[]): MiddlewareHandler<MockEnv> {
  return ipRestriction(
    (c) => addressOf(c.env),
    // A list that allows nobody is no list to Hono: deny everybody by name.
    allowList.length > 0 ? { allowList: [...allowList] } : { denyList: ['*'] },
    (_, c) => refuseAddress(c),
  )
}

/** Hono throws at an address that it can't read: such a one is on no list. */
function refuseUnreadable(c: MockContext, error: unknown): Response {
  if (error instanceof HTTPException) return refuseAddress(c)
  throw error
}

function refuseAddress(c: MockContext): Response {
  const detail = `The call came from ${addressOf(c.env)}, which is not on this partner's allowlist. Call from an allowed address, or ask the operator to allow this one.`
  return refuse(c, { code: 'ip-not-allowed', detail })
}
