import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { RuleFinding } from '../rule-finding.ts'
import { type ClientToRepeat, commandLine } from './command-line.ts'
import { LESSONS } from './lessons.ts'

/** The advice for a broken clause: its consequence, its usual cause, and the smallest fix. */
export function lessonOf(
  id: ClientClauseId,
  { advice }: Pick<RuleFinding, 'advice'>,
  { scenario, ...run }: ClientToRepeat & { readonly scenario: Scenario },
): Lesson {
  return { ...LESSONS[id], ...advice, command: commandLine(scenario, run) }
}
