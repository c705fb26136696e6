import * as z from 'zod/mini'
import { redact } from '../../contract/text/redact.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { ORDERED_FAULT_NAMES, ORDERED_FAULTS, waitingFor } from '../../contract/wire/ordered-fault.ts'
import { addressList, isAddressRule } from '../../fixtures/address-list.ts'
import { changeTime, controlOf, nextPurchaseOf } from '../sandbox/control.ts'
import { orderedFaultShape, waitingFault } from '../sandbox/fault-order.ts'
import { accountOf, isKeyOrDigest, partnerOf } from '../sandbox/keys.ts'
import type { TimeChange } from '../store/sandbox-clock.ts'
import { digestInName } from '../store/store.ts'
import { onCommand, onSandbox } from './asked.ts'
import { answerKey } from './keys.ts'

/** A TEST key, or its digest: a page holds no key. */
const key = z.string().check(z.refine(isKeyOrDigest))

const LONGEST_ADVANCE_SECONDS = 366 * 24 * 3600
const FASTEST = 100_000

const clockCommand = z
  .strictObject({
    key,
    advanceSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(LONGEST_ADVANCE_SECONDS))),
    freeze: z.optional(z.literal(true)),
    resume: z.optional(z.literal(true)),
    speed: z.optional(z.number().check(z.positive(), z.maximum(FASTEST))),
  })
  .check(z.refine(({ key: _, ...asked }) => Object.keys(asked).length === 1))
const CLOCK_USAGE = `Send {"key": "pk_test_…"} with one of "advanceSeconds": N (0 to ${LONGEST_ADVANCE_SECONDS}), "freeze": true, "resume": true, "speed": N (above 0, at most ${FASTEST}).`

/** `POST /__mock/clock`: advances, freezes or speeds up the time of one key. */
export const moveClock = onCommand(clockCommand, CLOCK_USAGE, async (c, { key: _, sandbox, ...change }) => {
  // The schema accepts exactly one change.
  const { now, isFrozen, speed } = await changeTime(c.var.mock, sandbox, change as TimeChange)
  return c.json({ now: new Date(now).toISOString(), frozen: isFrozen, speed })
})

/** `POST /__mock/reset`: resets the sandbox of one key. */
export const resetKey = onCommand(
  z.strictObject({ key }),
  'Send {"key": "pk_test_…"}.',
  async (c, { sandbox }) => {
    await controlOf(c.var.mock).reset(sandbox)
    return c.body(null, 204)
  },
)

const NEXT_USAGE = `Send {"key": "pk_test_…", "fault": "lost-after"}: the key, or its digest, and one of the faults ${ORDERED_FAULT_NAMES.join(', ')}. For another request than the next purchase, add "on": "purchase" or "lookup", and "at": N for the Nth from now on.`

/** `POST /__mock/next`: orders a fault for a later purchase or lookup of a key. */
export const orderNext = onCommand(
  z.strictObject({ key, ...orderedFaultShape }),
  (body) => `${foundIn(body)} ${NEXT_USAGE}`,
  async (c, command) => {
    const mock = c.var.mock
    const { fault, on, at: nth, sandbox } = command
    const waiting = waitingFault(command)
    const replaced = waitingFor(await mock.store.next.read(accountOf(mock, sandbox)), waiting)?.fault ?? null
    await controlOf(mock).next(sandbox, fault, { on, at: nth })
    const { at, does } = ORDERED_FAULTS[fault]
    return c.json({ fault, at, does, replaced, waiting, partner: partnerOf(mock, sandbox)?.id })
  },
)

const aboutWaiting = (does: 'read' | 'withdraw') =>
  onSandbox(async (c, sandbox) => {
    const mock = c.var.mock
    const waiting = await mock.store.next[does](accountOf(mock, sandbox))
    return c.json({ fault: nextPurchaseOf(waiting) ?? null, waiting })
  })

/** `GET /__mock/next`: the faults that wait for a key. */
export const readNext = aboutWaiting('read')

/** `DELETE /__mock/next`: withdraws them. */
export const withdrawNext = aboutWaiting('withdraw')

function foundIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'Found no JSON object.'
  const { key: asked, fault, on, at, ...others } = body as Record<string, unknown>
  const [other] = Object.keys(others)
  if (!key.safeParse(asked).success) return 'Found no TEST key, and no digest of one, in "key".'
  if (!orderedFaultShape.fault.safeParse(fault).success) return `Found the fault ${quoted(fault)}.`
  if (!orderedFaultShape.on.safeParse(on).success) return `Found the operation ${quoted(on)} in "on".`
  if (!orderedFaultShape.at.safeParse(at).success) return `Found ${quoted(at)} in "at".`
  return `Found ${quoted(other)}, which is not known here.`
}

function quoted(value: unknown): string {
  return redact(JSON.stringify(value)?.slice(0, 40) ?? 'nothing')
}

const amount = z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,4})?$/))
const TOP_UP_USAGE =
  'Send {"key": "pk_test_…", "amount": "100.00"}: the key, or its digest, and an amount above 0 with no more decimals than the currency has.'

/** `POST /__mock/top-up`: gives money to a key. */
export const topUp = onCommand(z.strictObject({ key, amount }), TOP_UP_USAGE, async (c, command) => {
  const mock = c.var.mock
  const { currency } = mock.profile.money
  const credit = parseAmount(command.amount, { format: 'decimal-string', currency })
  if (credit === undefined || credit === 0) return c.json({ error: TOP_UP_USAGE }, 400)
  await mock.store.adjust(accountOf(mock, command.sandbox), { credit })
  return answerKey(c, command.sandbox)
})

/** `POST /__mock/revoke`: revokes a key, or makes it valid again. */
export const revoke = onCommand(
  z.strictObject({ key, revoked: z.boolean() }),
  'Send {"key": "pk_test_…", "revoked": true}: the key, or its digest. With false the key is valid again.',
  async (c, { sandbox, revoked }) => {
    const mock = c.var.mock
    await mock.store.adjust(accountOf(mock, sandbox), { isRevoked: revoked })
    return answerKey(c, sandbox)
  },
)

const MOST_RULES = 100
const allowlist = z.nullable(
  z.array(z.string().check(z.refine(isAddressRule))).check(z.maxLength(MOST_RULES)),
)
const SHARED_STORE =
  'Several mocks may share this store, and this command would change only one of them. Write the allowlist into the file of --partners, and restart all of them.'
const NOT_SEEN = 'This mock knows only the digest of this key: let the key call once, then send this again.'

/** `POST /__mock/allowlist`: changes from which addresses a key may call, until the mock ends. */
export const changeAllowlist = onCommand(
  z.strictObject({ key, allowlist }),
  `Send {"key": "pk_test_…", "allowlist": ["203.0.113.0/24"]}: the key, or its digest, and up to ${MOST_RULES} IPv4 or IPv6 addresses or CIDR blocks; null to accept every address.`,
  (c, { sandbox, allowlist: rules }) => {
    const { store, allowlists } = c.var.mock
    if (store.isShared) return c.json({ error: SHARED_STORE }, 409)
    if (digestInName(sandbox) !== undefined) return c.json({ error: NOT_SEEN }, 409)
    allowlists.set(sandbox, { rules, isAllowed: rules === null ? undefined : addressList(rules) })
    return answerKey(c, sandbox)
  },
)
