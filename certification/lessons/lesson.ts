import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { isInferred, statementsOf } from '../../contract/reference/statements.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Finding } from '../finding.ts'
import { commandLine } from './command-line.ts'
import { LESSONS } from './lessons.ts'

/** What was run, so that it can be run again. */
export type Run = {
  readonly scenario: Scenario
  readonly command: readonly string[] | null
  /** The seed of the names of the cards, if there is one. */
  readonly seed?: number | undefined
}

/** The advice for a broken clause: its consequence, its usual cause, and the smallest fix. */
export function lessonOf(
  id: ClientClauseId,
  { consequence }: Finding,
  { scenario, command, seed }: Run,
): Lesson {
  const { cause, remedy } = LESSONS[id]
  return {
    consequence: consequence ?? LESSONS[id].consequence,
    cause,
    remedy,
    command: commandLine(scenario.sku, command, { isRestart: scenario.restarts !== undefined, seed }),
  }
}

/**
 * What the reference says, word for word, each sentence in quotes; or that a clause is inferred, when
 * none of them says it.
 *
 * @example
 * quotation('reads-lookup-position') // 'The reference, §4.1: “Clients must read each at its own position.”'
 */
export function quotation(id: ClientClauseId): string {
  const { section, text } = CLIENT_CLAUSES[id]
  if (isInferred(id))
    return `No sentence of the reference says so: it is inferred from all of §${section} that the client ${text}.`
  const sentences = statementsOf(id).map((statement) => `“${statement.text}”`)
  return `The reference, §${section}: ${sentences.join(' ')}`
}
