import type { ClauseReport, Report } from '../../contract/report.ts'
import { html, type Markup } from './markup.ts'
import { quoted } from './phrasing.ts'
import { duration, instant } from './time.ts'
import { shapeOf, wordFor } from './verdict-label.ts'

/** The verdict on the whole run, and what the run was. */
export function opening(report: Report): Markup {
  const { outcome, clauses, message } = report
  return html`
<section id="outcome" aria-labelledby="outcome-title">
<h1 id="outcome-title" class="verdict ${outcome}">${shapeOf(outcome)}<span>${wordFor(outcome)}</span></h1>
<p class="lead">${tally(clauses)}</p>
${message === null ? null : html`<p class="run-message">${quoted(message)}</p>`}
${strip(clauses)}
<dl>${facts(report).map(([name, fact]) => html`\n<div><dt>${name}</dt><dd>${fact}</dd></div>`)}
</dl>
</section>`
}

/** The verdicts in one sentence. */
export function tally(clauses: readonly ClauseReport[]): string {
  if (clauses.length === 0) return 'No clause was checked.'
  const count = (verdict: ClauseReport['verdict']) => clauses.filter((one) => one.verdict === verdict).length
  const excused = clauses.filter((clause) => clause.excused !== null).length
  const said = `${count('kept')} of ${clauses.length} clauses kept, ${count('broken')} broken, ${count('not-observed')} not observed`
  return excused === 0 ? `${said}.` : `${said}; ${excused} of these excused by the baseline.`
}

/** A tick for each clause. An ornament: what it shows is said below in words. */
function strip(clauses: readonly ClauseReport[]): Markup | null {
  if (clauses.length === 0) return null
  return html`<div class="strip" aria-hidden="true">${clauses.map(({ verdict }) => html`<i class="${verdict}"></i>`)}</div>`
}

function facts({ target, startedAt, durationMs, reference, tool, purchases }: Report): [string, Markup][] {
  const bought = purchases === null ? 'none' : `${purchases.sent} sent, of ${purchases.limit} at the most`
  const started = html`<time datetime="${startedAt}">${instant(startedAt)}</time>`
  return [
    ['Target', quoted(target.baseUrl)],
    ['Mode', target.mode === null ? html`not seen` : quoted(target.mode)],
    ['Run', html`${started}, took ${duration(durationMs)}`],
    ['Purchases', html`${bought}`],
    ['Judged by', html`reference ${reference}, ${quoted(`${tool.name} ${tool.version}`)}`],
  ]
}
