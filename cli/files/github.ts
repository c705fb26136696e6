import { appendFileSync } from 'node:fs'
import type { AssumptionReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers, isTied } from '../../contract/report/verdict.ts'
import { type Harmless, harmless } from '../../contract/text/harmless.ts'
import { toMarkdown } from '../../reporting/markdown/markdown.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../../reporting/text/notes.ts'
import { openTies } from '../../reporting/text/verdict-words.ts'
import { type Io, pathIn, print } from '../io.ts'
import { errorAnnotation, escapedData, escapedProperty } from '../terminal/exit-code.ts'

/**
 * The annotations that GitHub Actions reads from the output: for each clause that is not kept (once for clauses between
 * which the run does not decide), for each difference from the earlier run, and for each remark. Where nothing could be observed for one cause, that cause is the annotation: a
 * step shows only ten of them.
 */
export function annotations(report: Harmless<Report>): string[] {
  const { clauses, assumptions, drift, remarks } = report
  const cause = causeOf(report)
  const counted = clauses.filter(
    (one) => isCounted(one) && !isTied(one) && (cause === null || one.verdict !== 'not-observed'),
  )
  const moved = (drift ?? []).filter(({ severity }) => severity === 'drift')
  const warnings = moved.map(({ sentence }) => `::warning title=The service moved::${escapedData(sentence)}`)
  return [
    ...(cause === null ? [] : [errorAnnotation(cause)]),
    ...openTies(report).map(tieAnnotation),
    ...counted.flatMap((clause) => unkept(clause).map((text) => annotation(clause, text))),
    ...driftedAnswers(assumptions).map(driftAnnotation),
    ...warnings,
    ...groupRemarks(remarks).map(
      (one) => `::notice title=${escapedProperty(REMARKS_TITLE)}::${escapedData(remarkText(one))}`,
    ),
  ]
}

/** The one cause for which nothing could be observed; null if there is none. */
function causeOf({ outcome, message, startFailure }: Report): string | null {
  if (startFailure !== undefined) return `${startFailure.message} ${startFailure.remedy}`
  return outcome === 'unreachable' || outcome === 'refused' || outcome === 'harness-fault' ? message : null
}

function isCounted({ verdict, excused }: ClauseReport): boolean {
  return verdict !== 'kept' && excused === null
}

function unkept({ checks }: ClauseReport): string[] {
  const unkeptChecks = checks.filter(({ verdict }) => verdict !== 'kept')
  return [...new Set(unkeptChecks.map(({ message, title }) => message ?? title))]
}

function annotation({ id, section, level, verdict }: ClauseReport, text: string): string {
  const kind =
    verdict === 'out-of-reach' ? 'notice' : verdict === 'broken' && level === 'must' ? 'error' : 'warning'
  return `::${kind} title=${escapedProperty(`${id} (§ ${section}): ${verdict}`)}::${escapedData(text)}`
}

function tieAnnotation([sentence, clauses]: ReturnType<typeof openTies>[number]): string {
  const text = [sentence, ...clauses.flatMap(unkept)].join('\n')
  return `::error title=${escapedProperty(clauses.map(({ id }) => id).join(' or '))}::${escapedData(text)}`
}

function driftAnnotation({ gap, provenance, message }: AssumptionReport): string {
  return `::error title=${escapedProperty(`${gap}: drift from what was ${provenance}`)}::${escapedData(message ?? '')}`
}

/** Annotates a workflow of GitHub Actions, and adds to the summary of its job. Does nothing elsewhere. */
export function informWorkflow(report: Report, io: Io): void {
  if (io.env.GITHUB_ACTIONS !== 'true') return
  const shown = harmless(report)
  for (const annotation of annotations(shown)) print(io, annotation)
  appendJobSummary(toMarkdown(shown), io)
}

/** Adds to the summary of a job, if there is one. If it can't be written, that is a warning: the verdict stays the same. */
export function appendJobSummary(markdown: string, { env, cwd, stderr }: Summarised): void {
  const file = env.GITHUB_STEP_SUMMARY
  if (file === undefined || file === '') return
  try {
    appendFileSync(pathIn({ cwd }, file), markdown)
  } catch (cause) {
    stderr.write(
      `::warning::GITHUB_STEP_SUMMARY can't be written: ${escapedData((cause as Error).message)}\n`,
    )
  }
}

type Summarised = Pick<Io, 'env' | 'cwd' | 'stderr'>
