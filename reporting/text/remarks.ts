import type { Remark } from '../../contract/report/report.ts'

/** One remark, with every scenario that it was made in. */
export type RemarkGroup = {
  readonly id: string
  readonly message: string
  /** Their SKUs; empty when the remark belongs to no scenario. */
  readonly scenarios: readonly string[]
}

/** The title of the remarks in every rendering. */
export const REMARKS_TITLE = 'Remarks, counted by no verdict'

/**
 * The remarks of a report, each once.
 *
 * @example
 * groupRemarks([
 *   { id: 'exit-code', message: 'It exits with 0.', scenario: 'A' },
 *   { id: 'exit-code', message: 'It exits with 0.', scenario: 'B' },
 * ]) // [{ id: 'exit-code', message: 'It exits with 0.', scenarios: ['A', 'B'] }]
 */
export function groupRemarks(remarks: readonly Remark[]): readonly RemarkGroup[] {
  const groups = Map.groupBy(remarks, ({ id, message }) => JSON.stringify([id, message]))
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const scenarios = [...new Set(same.flatMap(({ scenario }) => scenario ?? []))]
    return [{ id: first.id, message: first.message, scenarios }]
  })
}

/** A remark as plain text. */
export function remarkText({ id, message, scenarios }: RemarkGroup): string {
  return `${id}: ${message}${scenarios.length === 0 ? '' : ` Seen in ${scenarios.join(', ')}.`}`
}
