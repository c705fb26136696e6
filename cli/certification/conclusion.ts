import type { Judgement } from '../../certification/judge.ts'
import { isPreflight } from '../../certification/preflight-scenario.ts'
import type { Report } from '../../contract/report/report.ts'
import { EXIT_CODES } from '../../contract/report/verdict.ts'
import { counted } from '../../contract/text/listed.ts'
import { clauseTally } from '../../reporting/text/verdict-words.ts'

export type Conclusion = {
  readonly title: 'CERTIFIED' | 'NO CERTIFICATE' | 'NOT CERTIFIED'
  /** Why it is not `CERTIFIED`, or that it has remarks; null where there is nothing to add. */
  readonly because: string | null
  readonly style: 'green' | 'yellow' | 'red'
  readonly sentences: readonly string[]
}

export function conclusionOf(judgement: Judgement): Conclusion {
  const { message, startFailure } = judgement.report
  const said = [
    // A start that failed has its message further up.
    message === startFailure?.message ? null : message,
    judgement.note,
  ]
  return {
    ...verdictOn(judgement),
    sentences: [tallyOf(judgement.report), ...said.filter((text) => text !== null)],
  }
}

function verdictOn({ report, isCertified, isWhole }: Judgement): Omit<Conclusion, 'sentences'> {
  const { outcome, remarks } = report
  if (isCertified)
    return { title: 'CERTIFIED', because: remarks.length > 0 ? 'with remarks' : null, style: 'green' }
  if (!isWhole && certificationExitCode({ report, isWhole }) === EXIT_CODES.kept)
    return {
      title: 'NO CERTIFICATE',
      because: 'what ran was kept, but this was not a whole run',
      style: 'yellow',
    }
  return { title: 'NOT CERTIFIED', because: outcome, style: outcome === 'broken' ? 'red' : 'yellow' }
}

function tallyOf(report: Report): string {
  const [first] = report.scenarios ?? []
  const isStart = first !== undefined && isPreflight(first)
  const ran = isStart ? 'the preflight' : counted(report.scenarios?.length ?? 0, 'scenario')
  const assumed = report.assumptions.filter(({ provenance }) => provenance === 'assumed').length
  return `${clauseTally(report)}, in ${ran}. The mock followed your profile, in which ${counted(assumed, 'answer')} to what the reference does not show ${assumed === 1 ? 'is' : 'are'} assumed.`
}

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
