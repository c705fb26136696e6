import type { OperationId } from '../../contract/wire/operations.ts'
import type { Answer } from '../analysis/answer.ts'
import { NotObserved, OutOfReach } from '../analysis/verdict-errors.ts'
import { timesOf } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'
import { orderBody, sendPurchase } from './buying.ts'
import { firstPurchase } from './first-orders.ts'
import { closing } from './flows.ts'
import { type Measured, measure } from './measured.ts'
import { catalogueSkus } from './reading.ts'
import { inTurn, repeatedly, type Step, step } from './step.ts'

/** A text that can't be a key: it does not have the prefix of §5.1. */
const NO_KEY = 'no-key-of-any-partner'

/** A key of the documented form that was never issued. */
export function unassignedKey({ target }: Session): string {
  return `pk_test_nobodys_${target.runId}`
}

const READS = [
  'ping',
  'listProducts',
  'getBalance',
  'getPrice',
  'lookupOrder',
] as const satisfies OperationId[]

/** Every read, called without a key. */
export const readsWithoutKey = readsWith(() => null)

/** Every read, called with a text that is not a key, and with the empty text. */
export const readsWithInvalidKey = step(async (session: Session) =>
  (await Promise.all([readsWith(() => NO_KEY)(session), readsWith(() => '')(session)])).flat(),
)

/** Every read, called with a key of the documented form that was never issued; and one with the run's own key and a character more. */
export const readsWithUnassignedKey = step(async (session: Session) => [
  ...(await readsWith(unassignedKey)(session)),
  await session.api.send({ operation: 'getBalance', key: `${session.target.apiKey}0` }),
])

/** The reference of the first purchase, sent with another SKU. */
export const conflictingPurchase = inTurn(closing, async (session): Promise<Answer> => {
  const { order } = await firstPurchase(session)
  const other = (await catalogueSkus(session)).find((sku) => sku !== order.sku)
  if (other === undefined)
    throw new NotObserved('The catalogue has one card only: there is no other SKU to send.')
  session.budget.reserve('conflict')
  return sendPurchase(session, orderBody({ ...order, sku: other }))
})

/** A purchase, sent with a key that must not buy. */
export type UnkeyedPurchase = { readonly key: string | null; readonly answer: Answer }

/**
 * Purchases with keys that must not buy, sent last. The one without a key has a known body: a server that keeps its
 * answers may find that one before it looks at the key.
 */
export const purchasesWithWrongKey = inTurn(
  conflictingPurchase,
  async (session): Promise<Measured<{ readonly sent: readonly UnkeyedPurchase[] }>> => {
    const { order } = await firstPurchase(session)
    const { notAllowedKey } = session.target
    const keys = [
      null,
      unassignedKey(session),
      NO_KEY,
      '',
      ...(notAllowedKey === undefined ? [] : [notAllowedKey]),
    ]
    const send = async (turn: number): Promise<UnkeyedPurchase> => {
      const key = keys[turn] ?? null
      const partnerReference =
        key === null ? order.partnerReference : session.reference(`wrong-key-${turn + 1}`)
      const body = orderBody({ ...order, partnerReference })
      return { key, answer: await sendPurchase(session, body, key) }
    }
    const times = Math.min(keys.length, timesOf('wrongKey', session.target))
    return measure(session, async () => ({ sent: await repeatedly(session, 'wrongKey', send, times) }))
  },
)

/** Bodies that can't be a purchase. The budget counts them, since a broken server may sell for them. */
export const unusableBodies = inTurn(purchasesWithWrongKey, async (session): Promise<readonly Answer[]> => {
  const partnerReference = session.reference('unusable')
  const bodies = [JSON.stringify({ partnerReference }), '{"partnerReference"', '[]']
  return repeatedly(session, 'unusable', (turn) => sendPurchase(session, bodies[turn] ?? ''))
})

/** Every read, from an address that is not on the allowlist of the key. */
export const readsFromElsewhere = readsWith(blockedKey)

/**
 * The key whose allowlist does not include the suite's address.
 *
 * @throws {OutOfReach} if the user has given none.
 */
export function blockedKey({ target }: Session): string {
  if (target.notAllowedKey !== undefined) return target.notAllowedKey
  throw new OutOfReach(
    'It needs a TEST key whose allowlist leaves this address out: ask the operator for one, and put it in SERVICE_PARTNER_BLOCKED_API_KEY.',
  )
}

/** A lookup of a reference that was never sent. */
export const unknownLookup = step((session) =>
  session.api.send({
    operation: 'lookupOrder',
    values: { partnerReference: session.reference('never-sent') },
  }),
)

/** The price of a SKU that no catalogue has. */
export const unknownPrice = step((session) =>
  session.api.send({ operation: 'getPrice', values: { sku: `NO-SUCH-SKU-${session.target.runId}` } }),
)

/** Sends each read with another key; price and lookup only if a card was bought. */
function readsWith(keyOf: (session: Session) => string | null): Step<readonly Answer[]> {
  return step(async (session: Session) => {
    const key = keyOf(session)
    const order = await firstPurchase(session).then(
      (first) => first.order,
      () => undefined,
    )
    const operations = order === undefined ? READS.slice(0, 3) : READS
    const values = order === undefined ? {} : order
    return Promise.all(operations.map((operation) => session.api.send({ operation, values, key })))
  })
}
