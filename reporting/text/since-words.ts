import { CHANGES, type Changed, type Since } from '../../contract/report/since.ts'

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
