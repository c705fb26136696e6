import type { ClauseReport } from '../../contract/report/report.ts'
import { isTied } from '../../contract/report/verdict.ts'

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * What is known of a clause that explains what was seen no better than others do: the same words for each of them.
 *
 * @example
 * tieWords(clause) // 'either `lookup-position` or `ping-ok` is broken'
 */
export function tieWords({ id, either = [] }: Pick<ClauseReport, 'id' | 'either'>): string {
  const names = [id, ...either].toSorted().map((name) => `\`${name}\``)
  return `either ${OR.format(names)} is broken`
}

/** The same as a sentence. */
export function tieSentence(clause: Pick<ClauseReport, 'id' | 'either'>): string {
  return `${tieWords(clause).replace('e', 'E')}: nothing in this run tells them apart.`
}

/** The clauses between which a run does not decide, by what is said of them; without those that a baseline excuses. */
export function openTies({ clauses }: { readonly clauses: readonly ClauseReport[] }) {
  return [...Map.groupBy(clauses.filter(isOpen), tieSentence)]
}

function isOpen(clause: ClauseReport): boolean {
  return isTied(clause) && clause.excused === null
}
