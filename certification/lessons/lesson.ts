import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { RuleFinding } from '../rule-finding.ts'
import { commandLine } from './command-line.ts'
import { LESSONS } from './lessons.ts'

/** What was run, so that it can be run again. */
export type RunToRepeat = {
  readonly scenario: Scenario
  readonly command: readonly string[] | null
  /** The words that start such a run, up to its scenarios; the kit by its name where they are left out. */
  readonly rerun?: readonly string[] | undefined
  /** The seed of the names of the cards, if there is one. */
  readonly seed?: number | undefined
}

/** The advice for a broken clause: its consequence, its usual cause, and the smallest fix. */
export function lessonOf(
  id: ClientClauseId,
  { advice }: Pick<RuleFinding, 'advice'>,
  { scenario, ...run }: RunToRepeat,
): Lesson {
  return {
    ...LESSONS[id],
    ...advice,
    command: commandLine(scenario, run),
  }
}
