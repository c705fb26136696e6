import { readPointer } from '../../contract/wire/json-pointer.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { describeAnswer } from '../analysis/read-answer.ts'
import { NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { closing } from './flows.ts'
import { ping, readBalance, skusOf } from './reading.ts'
import { inTurn } from './step.ts'

/** What a run reads at its beginning, read again after its purchases. */
export type LaterReads = {
  readonly ping: Answer
  readonly catalogue: Answer
  /** The entries of that catalogue; none if they can't be read. */
  readonly entries: readonly unknown[]
  /** The price of a SKU of that catalogue; null if it has none. */
  readonly price: { readonly sku: string; readonly answer: Answer } | null
}

/**
 * Reads everything once more: a purchase must not change how reads are answered.
 *
 * @throws {NotObserved} if the first ping had no answer: then each read could take its whole timeout.
 */
export const laterReads = inTurn(closing, async (session): Promise<LaterReads> => {
  const first = await ping(session)
  if (first.status === null) throw new NotObserved(`${describeAnswer(first)}.`, [first.exchange])
  await readBalance(session)
  const later = await session.api.send({ operation: 'ping' })
  const catalogue = await session.api.send({ operation: 'listProducts' })
  const entries = entriesIn(catalogue, session)
  const [sku] = skusOf(entries)
  const priceOf = (values: { sku: string }) => session.api.send({ operation: 'getPrice', values })
  const price = sku === undefined ? null : { sku, answer: await priceOf({ sku }) }
  return { ping: later, catalogue, entries, price }
})

function entriesIn(catalogue: Answer, { profile }: Session): readonly unknown[] {
  const found = isServed(catalogue) ? readPointer(catalogue.json, profile.products.pointer) : undefined
  return Array.isArray(found) ? found : []
}
