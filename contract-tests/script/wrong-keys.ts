import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Caller, OtherKey } from './caller.ts'

/** A text that can't be a key: it does not have the prefix of §5.1. */
const NO_KEY = 'no-key-of-any-partner'

/** The keys that must not be served, in the order in which they are tried. */
export function otherKeys({ target }: Caller): readonly OtherKey[] {
  const { notAllowedKey, runId } = target
  return [
    { used: 'none', value: null },
    { used: 'nobody', value: `pk_test_nobodys_${runId}` },
    { used: 'invalid', value: NO_KEY },
    { used: 'invalid', value: '' },
    ...(notAllowedKey === undefined ? [] : [{ used: 'blocked', value: notAllowedKey } as const]),
  ]
}

const READS: readonly OperationId[] = ['ping', 'listProducts', 'getBalance', 'getPrice', 'lookupOrder']

/** Sends each read with another key; price and lookup only of a card that was bought. */
export async function readsWith(
  caller: Caller,
  key: OtherKey,
  order: OrderRequest | undefined,
): Promise<void> {
  const operations = order === undefined ? READS.slice(0, 3) : READS
  const values = order === undefined ? {} : order
  await Promise.all(operations.map((operation) => caller.ask({ operation, values, key })))
}
