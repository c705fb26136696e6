import type { MockContext } from './env.ts'
import type { Refused } from './refusals.ts'
import { refuse } from './respond.ts'
import type { Account, WorldState } from './store.ts'

/** The caller's money and orders, as the store knows them. */
export function accountOf(c: MockContext): Account {
  const { key, openingBalance } = c.get('partner')
  return { world: key, openingBalance }
}

/** What is known of the caller's world; the store is asked where nothing is. */
export async function enterWorld(c: MockContext): Promise<WorldState> {
  const known = c.get('world')
  if (known !== undefined) return known
  const told = await c.get('mock').store.enter(accountOf(c))
  c.set('world', told)
  return told
}

/** Refuses a call; as one of a revoked key, where it is one. */
export async function refuseInWorld(c: MockContext, refused: Refused): Promise<Response> {
  return (await enterWorld(c)).isRevoked ? refuseRevoked(c) : refuse(c, refused)
}

/** Refuses a call of a key that an order has revoked. */
export function refuseRevoked(c: MockContext): Response {
  const detail =
    'The key is valid no longer: a card was bought with it whose scenario revokes it. Use another key, or reset this one.'
  return refuse(c, { code: 'unauthenticated', detail, field: c.get('mock').profile.auth.header })
}
