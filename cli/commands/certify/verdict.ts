import type { Judgement } from '../../../certification/judge.ts'
import { isPreflight } from '../../../certification/preflight-scenario.ts'
import type { ScenarioReport } from '../../../contract/report/report.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { counted } from '../../../contract/text/listed.ts'
import { notTriedWords } from '../../../reporting/text/not-tried.ts'
import { clauseTally } from '../../../reporting/text/verdict-words.ts'
import { type Screen, wrap } from '../../terminal/terminal.ts'

type Verdict = {
  readonly title: 'CERTIFIED' | 'NO CERTIFICATE' | 'NOT CERTIFIED'
  /** Why it is not `CERTIFIED`, or that it has remarks; null where there is nothing to add. */
  readonly because: string | null
  readonly style: 'green' | 'yellow' | 'red'
}

/** The command of the next run: all scenarios, and with `isCrash` those of a crash, too. */
export type NextRun = (isCrash: boolean) => string

/** @param next left out if a recording is judged. */
export function verdictLines(
  judgement: Judgement,
  { paint, width }: Screen,
  next?: NextRun,
): readonly string[] {
  const { title, because, style } = verdictOn(judgement)
  const why = because === null ? '' : `  ${paint(style, because)}`
  const sentences = sentencesOf(judgement).flatMap((text) => wrap(text, width))
  return [`${paint(['bold', style], title)}${why}`, ...sentences, ...nextLines(judgement, width, next)]
}

/** On the way from a client to a key: the rest of the scenarios, a crash, a run for the operator, and the recording. */
function nextLines(judgement: Judgement, width: number, next?: NextRun): readonly string[] {
  const { isCertified, report } = judgement
  if (next === undefined) return []
  // A command is on one line: it is there to be copied.
  if (isKeptInPart(judgement)) return [`Next: ${next(false)}`]
  if (isCertified && hasCrashLeft(judgement)) return [`Next: ${next(true)}`]
  if (!isCertified) return []
  const step =
    report.challenge === undefined
      ? 'ask the operator for a challenge, and certify for it: --challenge TEXT.'
      : 'send journal.jsonl to the operator, and nothing else.'
  return wrap(`Next: ${step}`, width)
}

/** Whether a crash is still to be tried: only a client that the kit starts can be killed. */
function hasCrashLeft({ report: { notTried = [], subject } }: Pick<Judgement, 'report'>): boolean {
  return notTried.length > 0 && subject?.command != null
}

function verdictOn(judgement: Judgement): Verdict {
  const { outcome, remarks } = judgement.report
  if (judgement.isCertified)
    return { title: 'CERTIFIED', because: remarks.length > 0 ? 'with remarks' : null, style: 'green' }
  if (isKeptInPart(judgement))
    return {
      title: 'NO CERTIFICATE',
      because: 'what ran was kept, but this was not a whole run',
      style: 'yellow',
    }
  return { title: 'NOT CERTIFIED', because: outcome, style: outcome === 'broken' ? 'red' : 'yellow' }
}

function sentencesOf(judgement: Judgement): readonly string[] {
  const { report, note } = judgement
  const { message, startFailure, scenarios, assumptions, durationMs, subject } = report
  const [only, ...more] = scenarios ?? []
  const ran = only && more.length === 0 ? nameOf(only) : counted(scenarios?.length ?? 0, 'scenario')
  const assumed = assumptions.filter(({ provenance }) => provenance === 'assumed').length
  const [longest] = (scenarios ?? []).toSorted((one, other) => other.durationMs - one.durationMs)
  const most =
    longest === undefined || more.length === 0 || subject?.command == null
      ? ''
      : `; the longest, ${longest.sku}, took ${seconds(longest.durationMs)}`
  return [
    `${clauseTally(report)}, in ${ran}.`,
    notTriedWords(report),
    `The mock followed your profile. ${assumed} of its answers are assumptions.`,
    // A start that failed has its message further up.
    message === startFailure?.message ? null : message,
    note,
    `${seconds(durationMs)} in all${most}.`,
  ].filter((text) => text !== null)
}

/** What a scenario is called: the preflight has the name of its card. */
export function nameOf(scenario: ScenarioReport): string {
  return isPreflight(scenario) ? 'the preflight' : scenario.sku
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** Whether every scenario that ran was kept, where not all of them were to run. */
function isKeptInPart({
  report: { outcome, scenarios },
  isWhole,
}: Pick<Judgement, 'report' | 'isWhole'>): boolean {
  if (isWhole || (outcome !== 'incomplete' && outcome !== 'kept')) return false
  return scenarios !== null && scenarios.length > 0 && scenarios.every((one) => one.outcome === 'kept')
}

/** By the outcome; 0 also where some scenarios ran, and all of these were kept. A kept run whose report is not written is a fault. */
export function certificationExitCode(
  { report, isWhole }: Pick<Judgement, 'report' | 'isWhole'>,
  isWritten = true,
): number {
  const isKept = report.outcome === 'kept' || isKeptInPart({ report, isWhole })
  return EXIT_CODES[isKept ? (isWritten ? 'kept' : 'harness-fault') : report.outcome]
}
