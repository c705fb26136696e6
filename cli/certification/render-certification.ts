import type { Judgement } from '../../certification/judge-journal.ts'
import type { ClauseReport, Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { isWarning } from '../../reporting/text/blame.ts'
import { unseenGroups, unseenMessages } from '../../reporting/text/unseen.ts'
import { indented } from '../terminal/labelled.ts'
import { remarkLines } from '../terminal/render-remarks.ts'
import { fold, type Paint, wrap } from '../terminal/terminal.ts'
import { type Conclusion, conclusionOf } from './conclusion.ts'
import { brokenLines } from './render-broken.ts'
import { timeLine } from './render-outcomes.ts'
import { startFailureLines } from './render-start-failure.ts'

const MOST_REASONS = 2
const REASON_INDENT = 2

/** A judgement whose report can be shown. */
type Shown = Judgement & { readonly report: Harmless<Report> }

/** A certification as a terminal shows it: what is broken and how to fix it, what was not observed, and the verdict. */
export function renderCertification(judgement: Shown, paint: Paint, width: number, jobs?: number): string {
  const { report } = judgement
  const conclusion = conclusionOf(judgement)
  const { clauses, startFailure } = report
  const broken = clauses
    .filter((clause) => clause.verdict === 'broken' && !(startFailure !== undefined && isWarning(clause)))
    .toSorted((one, other) => one.level.localeCompare(other.level))
  return [
    ...broken.flatMap((clause) => ['', ...brokenLines(clause, report, paint, width)]),
    ...(startFailure === undefined
      ? unseenLines(judgement, paint, width)
      : startFailureLines(startFailure, report, paint, width)),
    ...remarkLines(report, paint, width),
    '',
    verdictLine(conclusion, paint),
    ...conclusion.sentences.flatMap((text) => wrap(text, width)),
    fold(timeLine(report, jobs), width),
  ].join('\n')
}

function verdictLine({ title, because, style }: Conclusion, paint: Paint): string {
  const why = because === null ? '' : `  ${paint(style, because)}`
  return `${paint(['bold', style], title)}${why}`
}

function unseenLines({ report, isWhole }: Shown, paint: Paint, width: number): string[] {
  const unseen = report.clauses.filter(({ verdict }) => verdict === 'not-observed')
  const [first, ...others] = unseen
  if (first === undefined) return []
  const groups = isWhole ? unseenGroups(unseen, report) : [[first, ...others] as const]
  return [
    '',
    paint('yellow', '○ not observed'),
    ...groups.flatMap((group) => [
      ...indented(group.map(({ id }) => id).join(', '), width),
      ...(isWhole ? unseenMessages(group, report) : gapReasons(group))
        .slice(0, MOST_REASONS)
        .flatMap((reason) =>
          indented(reason, width - REASON_INDENT).map((line) => ' '.repeat(REASON_INDENT) + line),
        ),
    ]),
  ]
}

/** What was seen, and can't be judged by what the profile assumes. */
function gapReasons(unseen: readonly ClauseReport[]): readonly string[] {
  const seen = unseen.flatMap(({ checks }) =>
    checks.filter(({ evidence, restsOn }) => evidence.length > 0 && restsOn.length > 0),
  )
  return [...new Set(seen.flatMap(({ message }) => message ?? []))]
}
