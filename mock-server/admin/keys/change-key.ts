import { parseAmount } from '../../../contract/wire/money.ts'
import { isAllowedBy } from '../../guards/addresses.ts'
import type { MockContext } from '../../http/routing.ts'
import { accountOf } from '../../sandbox/keys.ts'
import { digestInName } from '../../store/sandbox-name.ts'
import { commandIn } from '../asked.ts'
import {
  ALLOWLIST_USAGE,
  allowlistCommand,
  REVOKE_USAGE,
  revokeCommand,
  TOP_UP_USAGE,
  topUpCommand,
} from '../commands.ts'
import { answerKey } from './key-facts.ts'

const SHARED_STORE =
  'Several mocks may share this store, and each has the allowlists of its own settings. Write it into the file of --partners, which every one of them reads again with --watch.'
const NOT_SEEN = 'This mock knows only the digest of this key: let the key call once, then say it again.'

/** `POST /__mock/top-up`: gives money to a key. */
export async function topUp(c: MockContext): Promise<Response> {
  const command = await commandIn(c, topUpCommand, TOP_UP_USAGE)
  if (command instanceof Response) return command
  const mock = c.get('mock')
  const { currency } = mock.profile.money
  const credit = parseAmount(command.amount, { format: 'decimal-string', currency })
  if (credit === undefined || credit === 0) return c.json({ error: TOP_UP_USAGE }, 400)
  await mock.store.adjust(accountOf(mock, command.sandbox), { credit })
  return answerKey(c, command.sandbox)
}

/** `POST /__mock/revoke`: revokes a key, or makes it valid again. */
export async function revoke(c: MockContext): Promise<Response> {
  const command = await commandIn(c, revokeCommand, REVOKE_USAGE)
  if (command instanceof Response) return command
  const mock = c.get('mock')
  await mock.store.adjust(accountOf(mock, command.sandbox), { isRevoked: command.revoked })
  return answerKey(c, command.sandbox)
}

/** `POST /__mock/allowlist`: changes from which addresses a key may call, until the mock ends. */
export async function changeAllowlist(c: MockContext): Promise<Response> {
  const command = await commandIn(c, allowlistCommand, ALLOWLIST_USAGE)
  if (command instanceof Response) return command
  const { store, allowlists } = c.get('mock')
  if (store.archive?.others !== undefined) return c.json({ error: SHARED_STORE }, 409)
  if (digestInName(command.sandbox) !== undefined) return c.json({ error: NOT_SEEN }, 409)
  const { sandbox, allowlist: rules } = command
  allowlists.set(sandbox, { rules, isAllowed: rules === null ? undefined : isAllowedBy(rules) })
  return answerKey(c, sandbox)
}
