import type { ServerClauseId } from '../../../../contract/reference/server-clauses.ts'
import type { DocumentedId } from '../../../../contract/wire/operations.ts'
import type { Node } from '../document/api-document.ts'
import type { ApiOperation } from '../document/api-operation.ts'
import type { Described, Reading } from '../learn/document-reading.ts'
import { catalogue, envelope, fieldOf, pollAfterAt, type ReadAnswer, summaryPlace } from './answers.ts'
import { access, request, twoFields } from './requests.ts'

/** What a document says of a clause: in agreement with it, or why not. */
export type ClauseStatement = {
  readonly clause: ServerClauseId
  readonly operation: ApiOperation
  /** Null if it agrees. */
  readonly problem: string | null
  readonly nodes: readonly Node[]
}

/** The clause that a documented operation, sent as the reference shows it, belongs to. */
const CLAUSE_OF: Readonly<Record<DocumentedId, ServerClauseId>> = {
  ping: 'ping-ok',
  listProducts: 'product-has-sku',
  getPrice: 'price-per-sku',
  getBalance: 'balance-readable',
  createOrder: 'order-two-fields',
}

/** Everything that a document says of the documented clauses. What it does not say is in no statement. */
export function clauseStatements(
  reading: Reading,
  lookup: Described | undefined,
): readonly ClauseStatement[] {
  const { documented, otherMethods } = reading.operations
  const { ping, listProducts, getPrice, getBalance, createOrder } = reading.described
  const all = [...Object.values(reading.described), ...(lookup ? [lookup] : [])]
  const ids = Object.keys(CLAUSE_OF) as DocumentedId[]
  const about = (clause: ServerClauseId, described: Described | undefined, read: ReadAnswer) =>
    described === undefined
      ? []
      : read(described).map(([nodes, problem]) => ({
          clause,
          operation: described.operation,
          problem,
          nodes,
        }))
  const methods = ids.flatMap((id) =>
    (otherMethods[id] ?? []).slice(0, 1).map((operation) => ({
      clause: CLAUSE_OF[id],
      operation,
      problem: `The path is listed, but without the documented method: only ${(otherMethods[id] ?? []).map(({ method }) => method).join(', ')}.`,
      nodes: [operation.item],
    })),
  )
  return [
    ...methods,
    ...all.flatMap((described) => about('data-envelope', described, envelope)),
    ...about('ping-ok', ping, fieldOf('status', 'ok')),
    ...about('ping-mode-test', ping, fieldOf('mode', 'TEST')),
    ...about('product-has-sku', listProducts, catalogue),
    ...ids.flatMap((id) =>
      about(CLAUSE_OF[id], reading.described[id], (one) => request(reading, one.operation)),
    ),
    ...about('price-per-sku', getPrice, answered),
    ...about('balance-readable', getBalance, answered),
    ...about('order-two-fields', createOrder, (one) => twoFields(reading, one)),
    ...about('purchase-position', createOrder, summaryPlace('/data/order/order', '/data/order')),
    ...about('lookup-position', lookup, summaryPlace('/data/order', '/data/order/order')),
    ...about('processing-has-poll-after', createOrder, pollAfterAt('/data/order/order')),
    ...about('processing-has-poll-after', lookup, pollAfterAt('/data/order')),
    ...Object.values(documented).flatMap((operation) =>
      access(reading, operation).map(([nodes, problem]) => ({
        clause: 'key-required' as const,
        operation,
        problem,
        nodes,
      })),
    ),
  ]
}

/** A read that answers JSON. */
function answered({ content }: Described) {
  return content === undefined ? [] : [[[content.node], null] as const]
}
