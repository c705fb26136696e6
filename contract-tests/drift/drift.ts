import type { OperationId } from '../../contract/wire/operations.ts'

/** What may differ between two runs. */
export type DriftKind =
  | 'target-changed'
  | 'call-changed'
  | 'operation-came'
  | 'operation-gone'
  | 'status-changed'
  | 'status-came'
  | 'status-gone'
  | 'content-type-changed'
  | 'state-came'
  | 'state-went'
  | 'value-came'
  | 'value-gone'
  | 'field-came'
  | 'field-went'
  | 'became-optional'
  | 'became-required'
  | 'became-null'
  | 'became-nullable'
  | 'no-longer-null'
  | 'type-changed'
  | 'format-changed'
  | 'became-map'
  | 'bound-hit'

/** `drift`: the service moved. `note`: two runs of the same service may differ so. */
export type Severity = 'drift' | 'note'

/** One difference between two runs. */
export type Drift = {
  readonly kind: DriftKind
  /** Null where it is about no operation. */
  readonly operation: OperationId | null
  readonly status: number | null
  /** The order's state in the answers that differ. */
  readonly state: string | null
  readonly path: string | null
  readonly before: string
  readonly after: string
  readonly severity: Severity
  /** The whole of it, for a human. */
  readonly sentence: string
}

/** A difference, wherever it was found. */
export type Difference = Pick<Drift, 'kind' | 'path' | 'before' | 'after' | 'severity'>

/** Where a difference was found. */
export type Scope = Pick<Drift, 'operation' | 'status' | 'state'> & {
  /** How the operation is called; null where it is about none. */
  readonly call: string | null
}

/** What is said to have been, where no field is. */
const SUBJECTS: { readonly [Kind in DriftKind]?: string } = {
  'target-changed': 'The target',
  'call-changed': 'the call',
  'operation-came': 'the operation',
  'operation-gone': 'the operation',
  'status-changed': 'the status',
  'status-came': 'the status',
  'status-gone': 'the status',
  'content-type-changed': 'the content type',
}

/**
 * A difference with its place and its sentence.
 *
 * @example
 * driftAt(scope, { kind: 'type-changed', path: '/data/balance/amount', before: 'a decimal text', after: 'an integer', severity: 'drift' })
 *   .sentence // 'GET /balance: /data/balance/amount was a decimal text, is now an integer.'
 */
export function driftAt({ call, operation, status, state }: Scope, difference: Difference): Drift {
  const { kind, path, before, after } = difference
  const subject = path === null ? SUBJECTS[kind] : path === '' ? 'the body' : path
  const place = call === null ? '' : `${call}${circumstances(status, state)}: `
  return {
    ...difference,
    operation,
    status,
    state,
    sentence: `${place}${subject} was ${before}, is now ${after}.`,
  }
}

function circumstances(status: number | null, state: string | null): string {
  const isRefusal = status !== null && (status < 200 || status > 299)
  const told = [isRefusal ? `${status}` : null, state].filter((part) => part !== null)
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}

/**
 * Alternatives in words.
 *
 * @example
 * either(['200', '201']) // '200 or 201'
 */
export function either(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? 'none' : alternatives.join(' or ')
}
