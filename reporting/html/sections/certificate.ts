import { isCertified } from '../../../contract/report/certified.ts'
import type { Report } from '../../../contract/report/report.ts'
import { html, Markup } from '../../markup/markup.ts'
import { factItems, quoted } from '../../markup/phrasing.ts'
import { duration, instant } from '../../markup/time.ts'
import { saidOf } from '../../text/blame.ts'
import { certificateFacts, issuerLines, sendLine } from '../../text/certificate-facts.ts'
import { scenarioTally } from '../../text/certificate-words.ts'
import { type Said, verdictMark } from '../verdict-label.ts'

/** More scenarios than these are not named: the certificate is one page. */
const MOST_SCENARIOS = 60

const OPEN = new Markup(' open')

/** What was certified, by what, when, and in which scenarios. Folded on a screen where there is no certificate. */
export function certificateDetails(report: Report): Markup {
  return html`
<details class="certified keep paper"${isCertified(report) ? OPEN : null}>
<summary>What was certified, and how</summary>
${issuerLines(report).map((line) => html`<p class="issuer">${line}</p>`)}
<dl>${factItems(facts(report))}
</dl>
${rolls(report)}
<p class="send">${quoted(sendLine(report))}</p>
</details>`
}

function facts(report: Report): [string, Markup][] {
  const { target, startedAt, durationMs, reference, tool, scenarios, seal } = report
  const started = html`<time datetime="${startedAt}">${instant(startedAt)}</time>`
  const by = `${tool.name} ${tool.version}`
  const run: [string, Markup][] = [
    [
      'Judged by',
      html`version ${reference} of the reference, ${quoted(by)}${seal === null ? null : `, rules ${seal.rules}`}`,
    ],
    ['Date', html`${started}, took ${duration(durationMs)}`],
    [
      'Run against',
      html`the mock of the kit, ${quoted(target.baseUrl)}, mode ${quoted(target.mode ?? 'not seen')}`,
    ],
    ['Scenarios', html`${scenarioTally(scenarios ?? [])}`],
  ]
  const made = certificateFacts(report).flatMap(([name, text, isDigest]): [string, Markup][] =>
    text == null ? [] : [[name, isDigest ? html`<code class="digest">${text}</code>` : quoted(text)]],
  )
  return [...run, ...made]
}

function rolls({ clauses, scenarios }: Report): Markup {
  const ran = scenarios ?? []
  const more = ran.length - MOST_SCENARIOS
  return html`${roll(
    'Clauses',
    clauses.map((clause) => [saidOf(clause), clause.id]),
  )}
${roll(
  'Scenarios',
  ran.slice(0, MOST_SCENARIOS).map(({ outcome, sku }) => [outcome, sku]),
)}${more > 0 ? html`<p class="none">and ${more} more scenarios, in report.json</p>` : null}`
}

function roll(title: string, entries: readonly (readonly [Said, string])[]): Markup | null {
  if (entries.length === 0) return null
  const items = entries.map(([said, name]) => html`\n<li>${verdictMark(said)}${name}</li>`)
  return html`<p class="roll-title">${title}</p>
<ul class="roll" aria-label="${title} of the certificate">${items}
</ul>`
}
