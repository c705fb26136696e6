import { appendFileSync } from 'node:fs'
import type { AssumptionReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { type Harmless, harmless } from '../../contract/text/harmless.ts'
import { counted } from '../../contract/text/listed.ts'
import { toMarkdown } from '../../reporting/markdown/markdown.ts'
import { causesOf } from '../../reporting/text/causes.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../../reporting/text/notes.ts'
import { isWarning } from '../../reporting/text/said.ts'
import { isKeptInPart } from '../../reporting/text/verdict-words.ts'
import { worstFirst } from '../../reporting/text/worst-first.ts'
import { type Io, pathIn, print } from '../io.ts'
import { annotation, escaped, OF_THE_RUN } from '../terminal/exit-code.ts'

/** A step shows ten annotations of each kind. */
const MOST_ERRORS = 10

/**
 * The annotations that GitHub Actions reads from the output: one for each must that is broken and each answer that has drifted,
 * and one for all warnings, for all that was not observed (an error, where that fails the run), for all that is out of reach,
 * and for all remarks.
 */
export function annotations(given: Harmless<Report>): string[] {
  const report = worstFirst(given)
  const { clauses, assumptions, remarks } = report
  const cause = causeOf(report)
  const open = clauses.filter(({ excused }) => excused === null)
  const broken = open.filter((one) => one.verdict === 'broken' && !isWarning(one))
  const found = [...broken.map(brokenAnnotation), ...driftedAnswers(assumptions).map(driftAnnotation)]
  // A baseline that no longer fits ends a run with an error of its own.
  const reason = cause ?? (report.outcome === 'broken' && found.length === 0 ? report.message : null)
  const errors = [...(reason === null ? [] : [annotation('error', OF_THE_RUN, reason)]), ...found]
  const unseen = cause === null ? open.filter(({ verdict }) => verdict === 'not-observed') : []
  const beyond = open.filter(({ verdict }) => verdict === 'out-of-reach')
  return [
    ...errors.slice(0, MOST_ERRORS),
    ...together('warning', 'warning', '', open.filter(isWarning)),
    ...together(isFailing(report) ? 'error' : 'warning', 'clause', ' not observed', unseen),
    ...together('notice', 'clause', ' out of reach', beyond),
    ...(remarks.length === 0
      ? []
      : [annotation('notice', REMARKS_TITLE, groupRemarks(remarks).map(remarkText).join('\n'))]),
  ]
}

/** Why a run says nothing about its clauses; null for one that does. */
function causeOf({ kind, outcome, message, startFailure }: Report): string | null {
  if (startFailure !== undefined) return `${startFailure.message} ${startFailure.remedy}`
  if (outcome === 'kept' || outcome === 'broken') return null
  return kind === 'certify' && outcome === 'incomplete' ? null : message
}

/** Whether what was not observed ends the step with an error. */
function isFailing(report: Report): boolean {
  return report.outcome === 'incomplete' && !isKeptInPart(report)
}

function brokenAnnotation(clause: ClauseReport): string {
  const { id, section, text } = clause
  const [first] = causesOf(clause)
  const fix = first?.lesson == null ? [] : [`Smallest fix: ${first.lesson.remedy}`]
  return annotation('error', `${id} (§ ${section}): broken`, [first?.message ?? text, ...fix].join('\n'))
}

/** Clauses that stop nobody, in one annotation: a line for each. */
function together(
  kind: 'error' | 'warning' | 'notice',
  noun: 'warning' | 'clause',
  what: string,
  clauses: readonly ClauseReport[],
): string[] {
  if (clauses.length === 0) return []
  const lines = clauses.map((clause) => `${clause.id}: ${causesOf(clause)[0]?.message ?? clause.text}`)
  return [annotation(kind, `${counted(clauses.length, noun)}${what}`, lines.join('\n'))]
}

function driftAnnotation({ gap, provenance, message }: AssumptionReport): string {
  return annotation('error', `${gap}: differs from what was ${provenance}`, message ?? '')
}

/** Annotates a workflow of GitHub Actions, and adds to the summary of its job. */
export function informWorkflow(report: Report, io: Pick<Io, 'env' | 'cwd' | 'stdout' | 'stderr'>): void {
  const shown = harmless(report)
  for (const line of annotations(shown)) print(io, line)
  appendJobSummary(toMarkdown(shown, artifactsOf(io)), io)
}

/** The page of the run, where the report's artifact is; undefined where GitHub does not say where that is. */
function artifactsOf({ env }: Pick<Io, 'env'>): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  if (server === undefined || repository === undefined || run === undefined) return undefined
  return encodeURI(`${server}/${repository}/actions/runs/${run}#artifacts`)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
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
