import { appendFileSync } from 'node:fs'
import type { AssumptionReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { type Harmless, harmless } from '../../contract/text/harmless.ts'
import { toMarkdown } from '../../reporting/markdown/markdown.ts'
import { messagePattern } from '../../reporting/text/causes.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../../reporting/text/notes.ts'
import { worstFirst } from '../../reporting/text/worst-first.ts'
import { type Io, pathIn, print } from '../io.ts'
import { annotation, escaped, OF_THE_RUN } from '../terminal/exit-code.ts'

/**
 * The annotations that GitHub Actions reads from the output: for each clause that is not kept, for each answer that
 * has drifted, and for each remark. Where nothing could be observed for one cause, that cause is the annotation: a step
 * shows only ten of them.
 */
export function annotations(report: Harmless<Report>): string[] {
  const { clauses, assumptions, remarks } = worstFirst(report)
  const cause = causeOf(report)
  const counted = clauses.filter(
    (one) => isCounted(one) && (cause === null || one.verdict !== 'not-observed'),
  )
  return [
    ...(cause === null ? [] : [annotation('error', OF_THE_RUN, cause)]),
    ...counted.flatMap((clause) => unkept(clause).map((text) => clauseAnnotation(clause, text))),
    ...driftedAnswers(assumptions).map(driftAnnotation),
    ...groupRemarks(remarks).map((one) => annotation('notice', REMARKS_TITLE, remarkText(one))),
  ]
}

function causeOf({ outcome, message, startFailure }: Report): string | null {
  if (startFailure !== undefined) return `${startFailure.message} ${startFailure.remedy}`
  return outcome === 'unreachable' || outcome === 'refused' || outcome === 'harness-fault' ? message : null
}

function isCounted({ verdict, excused }: ClauseReport): boolean {
  return verdict !== 'kept' && excused === null
}

/** Once each: a step shows few, and many scenarios say the same of another reference. */
function unkept({ checks }: ClauseReport): string[] {
  const texts = checks.flatMap(({ verdict, message, title }) =>
    verdict === 'kept' ? [] : [message ?? title],
  )
  return [...Map.groupBy(texts, messagePattern).values()].flatMap(([first]) => first ?? [])
}

function clauseAnnotation({ id, section, level, verdict }: ClauseReport, text: string): string {
  const kind =
    verdict === 'out-of-reach' ? 'notice' : verdict === 'broken' && level === 'must' ? 'error' : 'warning'
  return annotation(kind, `${id} (§ ${section}): ${verdict}`, text)
}

function driftAnnotation({ gap, provenance, message }: AssumptionReport): string {
  return annotation('error', `${gap}: drift from what was ${provenance}`, message ?? '')
}

/** Annotates a workflow of GitHub Actions, and adds to the summary of its job. Does nothing elsewhere. */
export function informWorkflow(report: Report, io: Io): void {
  if (io.env.GITHUB_ACTIONS !== 'true') return
  const shown = harmless(report)
  for (const line of annotations(shown)) print(io, line)
  appendJobSummary(toMarkdown(shown), io)
}

/** Adds to the summary of a job, if there is one. If it can't be written, that is a warning: the verdict stays the same. */
export function appendJobSummary(
  markdown: string,
  { env, cwd, stderr }: Pick<Io, 'env' | 'cwd' | 'stderr'>,
): void {
  const file = env.GITHUB_STEP_SUMMARY
  if (file === undefined || file === '') return
  try {
    appendFileSync(pathIn({ cwd }, file), markdown)
  } catch (cause) {
    stderr.write(`::warning::GITHUB_STEP_SUMMARY can't be written: ${escaped((cause as Error).message)}\n`)
  }
}
