import { is2xx } from '../../../contract/judging/said.ts'
import type { DriftReport } from '../../../contract/report/report.ts'

/** A difference between two runs, before it becomes a sentence. */
export type Difference = {
  /** What differs: a field's path, or words such as `the status`. */
  readonly subject: string
  readonly before: string
  readonly after: string
  /** `drift`: the service changed. `note`: two runs of an unchanged service may differ so. */
  readonly severity: DriftReport['severity']
}

/** Where a difference was found. */
export type Scope = {
  /** How the operation is called. */
  readonly call: string
  readonly status?: number
  /** The order's state in the answers that differ. */
  readonly state?: string | null
}

/** A field's path as a sentence names it. */
export function fieldName(path: string): string {
  return path === '' ? 'the body' : path
}

/**
 * A difference as the report says it.
 *
 * @example
 * driftAt({ call: 'GET /balance' }, { subject: '/data/amount', before: 'a decimal text', after: 'an integer', severity: 'drift' })
 *   .sentence // 'GET /balance: /data/amount was a decimal text, is now an integer.'
 */
export function driftAt({ call, status = 200, state = null }: Scope, difference: Difference): DriftReport {
  const { subject, before, after, severity } = difference
  const circumstances = [is2xx(status) ? null : `${status}`, state].filter((part) => part !== null)
  const place = circumstances.length === 0 ? call : `${call} (${circumstances.join(', ')})`
  return { severity, sentence: `${place}: ${subject} was ${before}, is now ${after}.` }
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
