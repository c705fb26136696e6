import type { Remark } from '../../contract/report/report.ts'
import { CHANGES, type Changed, type Since } from '../../contract/report/since.ts'

export type RemarkGroup = {
  readonly id: string
  readonly message: string
  /** Their SKUs; empty when the remark belongs to no scenario. */
  readonly scenarios: readonly string[]
}

export const REMARKS_TITLE = 'Remarks, counted by no verdict'

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
  return `${id}: ${message}${scenarios.length === 0 ? '' : ` Seen in ${scenarios.join(', ')}.`}`
}

export const SINCE_TITLE = 'Since the earlier report'

/** What changed, first what is new: each with what it was, and what it is. */
export function changesIn(changes: readonly Changed[]): readonly Changed[] {
  return changes.toSorted((one, other) => CHANGES.indexOf(one.change) - CHANGES.indexOf(other.change))
}

/** A change, in words: `broken, now kept`. */
export function changeWords({ change, was, is }: Changed): string {
  if (change === 'still' && was === is) return `${is}, as before`
  return was === null ? `${is}; it was not in the earlier run` : `${was}, now ${is}`
}

/** How many clauses and scenarios changed, and since when. */
export function sinceSentence(since: Since): string {
  const changes = [...since.clauses, ...since.scenarios]
  const counts = CHANGES.map((change) => {
    const count = changes.filter((one) => one.change === change).length
    return `${count} ${change}`
  })
  const what = changes.length === 0 ? 'Everything was kept then, and is now.' : `${counts.join(', ')}.`
  return `The run of ${since.startedAt.slice(0, 16).replace('T', ' ')} was ${since.outcome}. ${what}`
}
