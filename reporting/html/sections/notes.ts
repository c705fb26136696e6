import type { BaselineReport, DriftReport, Report } from '../../../contract/report/report.ts'
import { html, type Markup, scenarioId } from '../../markup/markup.ts'
import { day, linkTo, quoted, table, tableRow } from '../../markup/phrasing.ts'
import { groupRemarks, REMARKS_TITLE, type RemarkGroup } from '../../text/remarks.ts'
import { changesIn, changeWords, SINCE_TITLE, sinceSentence } from '../../text/since-words.ts'
import { verdictLabel, wordFor } from '../verdict-label.ts'

/** The remarks of the report; nothing without any. */
export function remarksSection(report: Report): Markup | null {
  const groups = groupRemarks(report.remarks)
  if (groups.length === 0) return null
  return html`
<section id="remarks" aria-labelledby="remarks-title">
<h2 id="remarks-title">${REMARKS_TITLE}</h2>
<p class="intro">No clause of the reference covers these, but they are worth a look.</p>
${groups.map((group) => remark(group, report))}
</section>`
}

function remark({ id, message, scenarios }: RemarkGroup, report: Report): Markup {
  return html`
<div class="item">
<h3>${id}</h3>
<p class="message">${quoted(message)}</p>
${scenarios.length === 0 ? null : html`<p class="places">Scenarios: ${scenarios.map((sku) => html`${place(sku, report)} `)}</p>`}
</div>`
}

function place(sku: string, { scenarios }: Report): Markup {
  const isShown = scenarios?.some((scenario) => scenario.sku === sku) === true
  return isShown ? linkTo(scenarioId(sku), sku) : html`${sku}`
}

/** What changed since the report that this one was compared with. */
export function sinceSection(report: Report): Markup | null {
  const { since } = report
  if (since === undefined) return null
  const changes = changesIn([...since.clauses, ...since.scenarios])
  const rows = changes.map((changed) => {
    const { id, change } = changed
    const isClause = since.clauses.includes(changed)
    const name = isClause ? linkTo(id, id) : place(id, report)
    return tableRow(
      verdictLabel(change),
      html`<span class="name">${name}</span>`,
      html`${changeWords(changed)}`,
    )
  })
  return html`
<section id="since" aria-labelledby="since-title">
<h2 id="since-title">${SINCE_TITLE}</h2>
<p class="intro">${sinceSentence(since)}</p>
${rows.length === 0 ? null : table(['Change', 'Clause or scenario', 'Then and now'], rows)}
</section>`
}

const WORDS: Record<DriftReport['severity'], string> = { drift: 'moved', note: 'note' }

/** What changed since an earlier run, if there is one to compare with. */
export function driftSection(drift: readonly DriftReport[] | null): Markup | null {
  if (drift === null) return null
  return html`
<section id="drift" aria-labelledby="drift-title">
<h2 id="drift-title">Since the earlier run</h2>
<p class="intro">${drift.length === 0 ? 'The shape of the responses did not change.' : 'What changed in the shape of the responses. A note can differ between two runs of the same service.'}</p>
${drift.length === 0 ? null : html`<ul>${drift.map(changed)}</ul>`}
</section>`
}

function changed({ severity, sentence }: DriftReport): Markup {
  return html`
<li><strong>${WORDS[severity]}</strong>: ${quoted(sentence)}</li>`
}

const MEANINGS: Record<BaselineReport['state'], string> = {
  applied: 'Excuses the clause.',
  stale: 'The run shows otherwise: it excuses nothing. Remove it.',
  expired: 'It no longer excuses anything. Fix the clause, or set a new date.',
}

/** The entries of the baseline, and whether each is still correct. */
export function baselineSection(baseline: readonly BaselineReport[]): Markup | null {
  if (baseline.length === 0) return null
  return html`
<section id="baseline" aria-labelledby="baseline-title">
<h2 id="baseline-title">Baseline</h2>
<p class="intro">Clauses that are known not to be kept, the reason, and until when this is accepted.</p>
${table(['State', 'Clause and reason', 'Expires'], baseline.map(row))}
</section>`
}

function row({ clause, verdict, reason, expires, state }: BaselineReport): Markup {
  const thing = html`<span class="name">${linkTo(clause, clause)}, ${wordFor(verdict)}</span><span class="detail">${quoted(reason)}</span><span class="message">${MEANINGS[state]}</span>`
  return tableRow(verdictLabel(state), thing, day(expires))
}

/** Until when a clause is excused, if it is. */
export function until(id: string, baseline: readonly BaselineReport[]): Markup | null {
  const entry = baseline.find(({ clause, state }) => clause === id && state === 'applied')
  return entry === undefined ? null : html` until ${day(entry.expires)}`
}
