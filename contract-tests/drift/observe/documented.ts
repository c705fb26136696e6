import type { Profile } from '../../../contract/profile/profile.ts'
import { type JsonPointer, pointerTokens, readPointer } from '../../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { PROCESSING } from '../../../contract/wire/processing.ts'

/** What is documented of the answers to an operation, beyond the names of their fields. */
export type DocumentedAnswer = {
  /** The fields whose values are recorded, each with the values that the reference or the profile names. */
  readonly values: readonly { readonly path: JsonPointer; readonly named: readonly string[] }[]
  /** The position of the order's state, which distinguishes answers; null if the answer has no order. */
  readonly statePath: JsonPointer | null
}

/** The positions of the two summaries' states (§4.1). */
const STATE_PATHS = { createOrder: '/data/order/order/status', lookupOrder: '/data/order/status' } as const
const NAMES_OF_THE_REFERENCE = ['sku', 'partnerReference', 'pollAfterSeconds']

/** What is documented of the answers to each operation (§2, §3), with the profile's answers for what it does not show. */
export function documentedAnswers({ ping, states }: Profile): Record<OperationId, DocumentedAnswer> {
  const named = [PROCESSING, ...states.success, ...states.failure].sort()
  const nothing: DocumentedAnswer = { values: [], statePath: null }
  const summaryAt = (statePath: JsonPointer): DocumentedAnswer => ({
    values: [{ path: statePath, named }],
    statePath,
  })
  return {
    ping: {
      values: [
        { path: ping.status, named: ['ok'] },
        { path: ping.mode, named: ['TEST'] },
      ],
      statePath: null,
    },
    listProducts: nothing,
    getPrice: nothing,
    getBalance: nothing,
    createOrder: summaryAt(STATE_PATHS.createOrder),
    lookupOrder: summaryAt(STATE_PATHS.lookupOrder),
  }
}

/** The names of all members on the path to a field that the reference documents or the profile names. */
export function documentedNames({ ping, products, price, balance }: Profile): ReadonlySet<string> {
  const pointers = [
    ...Object.values(STATE_PATHS),
    ...[ping.status, ping.mode, products.pointer],
    ...[price.amount, price.currency, balance.amount, balance.currency].filter((pointer) => pointer !== null),
  ]
  return new Set([...NAMES_OF_THE_REFERENCE, ...pointers.flatMap(pointerTokens)])
}

/** The SKUs in the body of a catalogue. */
export function skusIn(body: unknown, { products }: Profile): readonly string[] {
  const entries = readPointer(body, products.pointer)
  if (!Array.isArray(entries)) return []
  return entries.map((entry) => readPointer(entry, '/sku')).filter((sku) => typeof sku === 'string')
}
