import type { Judgement } from '../../certification/judge-journal.ts'
import { EXIT_CODES } from '../../contract/report/verdict.ts'

/**
 * The exit code of a certification: that of its outcome. Where only some scenarios were to be run, 0 says that each of
 * them was kept, and nothing about the others. One that is kept is a fault where its proof could not be written.
 */
export function certificationExitCode(
  { report, isWhole }: Pick<Judgement, 'report' | 'isWhole'>,
  isWritten = true,
): number {
  const { outcome, scenarios } = report
  const kept = isWritten ? EXIT_CODES.kept : EXIT_CODES['harness-fault']
  if (isWhole || outcome !== 'incomplete') return outcome === 'kept' ? kept : EXIT_CODES[outcome]
  const isKept =
    scenarios !== null && scenarios.length > 0 && scenarios.every((one) => one.outcome === 'kept')
  return isKept ? kept : EXIT_CODES.incomplete
}
