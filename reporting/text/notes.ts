import type { Remark } from '../../contract/report/report.ts'
import { listed } from '../../contract/text/listed.ts'

export type RemarkGroup = {
  readonly id: string
  readonly message: string
  /** The SKUs of the scenarios; empty for a remark about no scenario. */
  readonly scenarios: readonly string[]
}

/** The HTML page names every scenario. */
const NAMED = 5

export const REMARKS_TITLE = 'Remarks, which change no verdict'

export function groupRemarks(remarks: readonly Remark[]): readonly RemarkGroup[] {
  const groups = Map.groupBy(remarks, ({ id, message }) => JSON.stringify([id, message]))
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const scenarios = [...new Set(same.flatMap(({ scenario }) => scenario ?? []))]
    return [{ id: first.id, message: first.message, scenarios }]
  })
}

export function remarkText({ id, message, scenarios }: RemarkGroup): string {
  return `${id}: ${message}${scenarios.length === 0 ? '' : ` Seen in ${listed(scenarios, NAMED)}.`}`
}
