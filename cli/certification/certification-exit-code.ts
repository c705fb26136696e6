import type { Judgement } from '../../certification/judge-journal.ts'
import { EXIT_CODES } from '../../contract/report/verdict.ts'

/** The exit code of a certification that was to be written: one that is kept is a fault where the proof of it is missing. */
export function exitCodeOfWritten(
  judgement: Parameters<typeof certificationExitCode>[0],
  isWritten: boolean,
): number {
  const code = certificationExitCode(judgement)
  return code === EXIT_CODES.kept && !isWritten ? EXIT_CODES['harness-fault'] : code
}

/**
 * The exit code of a certification: that of its outcome. Where only some scenarios were to be run, 0 says that each of
 * them was kept, and nothing about the others.
 */
export function certificationExitCode({ report, isWhole }: Pick<Judgement, 'report' | 'isWhole'>): number {
  const { outcome, scenarios } = report
  if (isWhole || outcome !== 'incomplete') return EXIT_CODES[outcome]
  const isKept =
    scenarios !== null && scenarios.length > 0 && scenarios.every((one) => one.outcome === 'kept')
  return isKept ? EXIT_CODES.kept : EXIT_CODES.incomplete
}
