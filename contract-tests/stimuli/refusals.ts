import type { OperationId } from '../../contract/operations.ts'
import type { Answer } from '../answer.ts'
import type { Session } from '../session.ts'
import { NotObserved, OutOfReach } from '../signals.ts'
import { buy, lookUp } from './buying.ts'
import { flows } from './flows.ts'
import { firstPurchase } from './ledger.ts'
import { catalogueSkus } from './reading.ts'
import { type Stimulus, stimulus } from './stimulus.ts'

/** A text that can't be a key of any partner: it has not even the prefix that §5.1 documents. */
const NO_KEY = 'no-key-of-any-partner'

const READS = [
  'ping',
  'listProducts',
  'getBalance',
  'getPrice',
  'lookupOrder',
] as const satisfies OperationId[]

/** Every read, called without a key. */
export const readsWithoutKey = readsWith(null)

/** Every read, called with something that is no key. */
export const readsWithInvalidKey = readsWith(NO_KEY)

/** A purchase sent without a key. */
export const purchaseWithoutKey = stimulus(async (session): Promise<Answer> => {
  const { order } = await firstPurchase(session)
  await othersBought(session)
  session.purse.reserve('withoutKey')
  return buy(session, { ...order, partnerReference: session.reference('without-key') }, null)
})

/** Every read but a lookup, from an address that is not on the allowlist of the key. */
export const readsFromElsewhere = stimulus(async (session): Promise<readonly Answer[]> => {
  const key = session.target.notAllowedKey
  if (key === undefined) {
    throw new OutOfReach(
      'It needs a TEST key whose allowlist leaves this address out: ask the operator for one, and put it in SERVICE_PARTNER_BLOCKED_API_KEY.',
    )
  }
  const operations = ['ping', 'listProducts', 'getBalance'] as const
  return Promise.all(operations.map((operation) => session.wire.send({ operation, key })))
})

/** Bodies that can't be a purchase, whatever a server makes of them. */
export const unusableBodies = stimulus((session): Promise<readonly Answer[]> => {
  const partnerReference = session.reference('unusable')
  const bodies = ['{"partnerReference"', '[]', JSON.stringify({ partnerReference })]
  return Promise.all(bodies.map((body) => session.wire.send({ operation: 'createOrder', body })))
})

/** A lookup of a reference that was never sent. */
export const unknownLookup = stimulus((session) => lookUp(session, session.reference('never-sent')))

/** The price of a SKU that no catalogue has. */
export const unknownPrice = stimulus((session) =>
  session.wire.send({ operation: 'getPrice', values: { sku: `NO-SUCH-SKU-${session.target.runId}` } }),
)

/** The reference of the first purchase, sent with another SKU. */
export const conflictingPurchase = stimulus(async (session): Promise<Answer> => {
  const { order } = await firstPurchase(session)
  const other = (await catalogueSkus(session)).find((sku) => sku !== order.sku)
  if (other === undefined)
    throw new NotObserved('The catalogue has one card only: there is no other SKU to send.')
  await othersBought(session)
  session.purse.reserve('conflict')
  return buy(session, { ...order, sku: other })
})

/** What is to be refused is sent last: where the budget is small, it is better spent on the others. */
async function othersBought(session: Session): Promise<void> {
  await flows(session).catch(() => undefined)
}

/** Asks for each read with a key that is none; price and lookup only where a card was bought. */
function readsWith(key: string | null): Stimulus<readonly Answer[]> {
  return stimulus(async (session: Session) => {
    const order = await firstPurchase(session).then(
      (first) => first.order,
      () => undefined,
    )
    const operations = order === undefined ? READS.slice(0, 3) : READS
    const values = order === undefined ? {} : order
    return Promise.all(operations.map((operation) => session.wire.send({ operation, values, key })))
  })
}
