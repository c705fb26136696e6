import { sealed } from '../../contract/judging/seal.ts'
import { type Entry, HISTORY_SCHEMA, type History } from './history.ts'

/** A history as text, line by line: one for the run, one for each exchange, and the seal over all of them. */
export function historyLines({ head, entries }: History<Iterable<Entry>>): Iterable<string> {
  return sealed(linesOf(head, entries))
}

function* linesOf(head: History['head'], entries: Iterable<Entry>) {
  yield { type: 'run', schema: HISTORY_SCHEMA, ...head }
  for (const entry of entries) yield { type: 'exchange', ...entry }
}
