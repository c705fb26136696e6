import type { AssumptionReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { isTied } from '../../contract/report/verdict.ts'
import { causesOf, messagePattern } from './causes.ts'
import { tieSentence } from './verdict-words.ts'
import { AFTER_THE_RUN, whatToDo } from './what-to-do.ts'

/** Clauses of which nothing could be seen, for the same causes: they are said once, with the list. */
export type UnseenGroup = readonly [ClauseReport, ...ClauseReport[]]

/** Whether a run saw nothing of any clause: it then has one cause, not one for each. */
export function isBlind({ clauses }: Report): boolean {
  return clauses.length > 1 && clauses.every(({ verdict }) => verdict !== 'kept' && verdict !== 'broken')
}

/** Whether what was not observed has one cause, whatever each clause says of it. */
function hasOneCause(report: Report): boolean {
  return isBlind(report) || report.startFailure !== undefined
}

/** Clauses that were not observed, or are out of reach, by their causes; a tie is one cause. */
export function unseenGroups(clauses: readonly ClauseReport[], report: Report): readonly UnseenGroup[] {
  const groups = Map.groupBy(clauses, (clause) =>
    hasOneCause(report) && !isTied(clause) ? clause.verdict : signatureOf(clause, report),
  )
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, ...rest] as const],
  )
}

function signatureOf(clause: ClauseReport, report: Report): string {
  if (isTied(clause)) return tieSentence(clause)
  const causes = causesOf(clause).map(({ message }) => messagePattern(message))
  return JSON.stringify([clause.verdict, clause.needs, causes.toSorted(), whatToDo(clause, report)])
}

/** Why the clauses of a group could not be seen, each cause once. */
export function unseenMessages(group: UnseenGroup, { startFailure }: Report): readonly string[] {
  // Said once, further up.
  if (startFailure !== undefined) return []
  const messages = group.flatMap((clause) => causesOf(clause).map(({ message }) => message))
  return [...new Map(messages.map((message) => [messagePattern(message), message])).values()]
}

/** What to do about a group. */
export function unseenAdvice([first]: UnseenGroup, report: Report): string {
  if (report.startFailure !== undefined) return 'Fix what kept the client from its purchase, and run again.'
  return (isBlind(report) ? AFTER_THE_RUN[report.outcome] : undefined) ?? whatToDo(first, report)
}

/** This many answers with the same message are listed together. */
const LEAST_ALIKE = 3

/** Answers of the profile that were not tested for the same reason, by that reason; and the others. */
export function unseenAnswers(assumptions: readonly AssumptionReport[]): {
  readonly alike: ReadonlyMap<string, readonly AssumptionReport[]>
  readonly others: readonly AssumptionReport[]
} {
  const unseen = assumptions.filter(({ verdict, message }) => verdict === 'not-observed' && message !== null)
  const groups = [...Map.groupBy(unseen, ({ message }) => message ?? '')]
  const alike = new Map(groups.filter(([, answers]) => answers.length >= LEAST_ALIKE))
  const listed = new Set([...alike.values()].flat())
  return { alike, others: assumptions.filter((one) => !listed.has(one)) }
}
