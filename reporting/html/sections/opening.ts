import { isCertified } from '../../../contract/report/certified.ts'
import type { ClauseReport, Report } from '../../../contract/report/report.ts'
import { html, Markup } from '../../markup/markup.ts'
import { duration, factItems, instant, prose, quoted } from '../../markup/phrasing.ts'
import { certificateFacts, LIMITS, meaningOf, scenarioTally, sendLine } from '../../text/certificate.ts'
import { notTriedWords } from '../../text/not-tried.ts'
import { type Said, saidOf } from '../../text/said.ts'
import { outcomeWord, shownOutcome, verdictSentence } from '../../text/verdict-words.ts'
import { shapeMark, verdictMark } from '../verdict-label.ts'

/** The verdict on the whole run, and what the run was. Of a certification it is page one: the certificate. */
export function opening(report: Report): Markup {
  const { kind, clauses, subject } = report
  // Where no scenario could begin, the message is what the verdict means.
  const message = report.message === report.startFailure?.message ? null : report.message
  const outcome = shownOutcome(report)
  const notTried = notTriedWords(report)
  return html`
<section id="outcome" class="${kind === 'certify' ? 'certificate' : 'plain'}" aria-labelledby="outcome-title">
<h1 id="outcome-title" class="verdict ${outcome}">${shapeMark(outcome)}<span>${outcomeWord(report)}</span></h1>
${subject === undefined ? null : html`<p class="subject">${quoted(subject.name)}</p>`}
${kind === 'certify' ? meaning(report) : null}
<p class="${kind === 'certify' ? 'tally' : 'lead'}">${prose(tally(report))}</p>
${notTried === null ? null : html`<p class="not-tried">${prose(notTried)}</p>`}
${message === null ? null : html`<p class="run-message">${quoted(message)}</p>`}
${strip(clauses)}
${kind === 'certify' ? certificateDetails(report) : html`<dl>${factItems(suiteFacts(report))}\n</dl>`}
</section>`
}

function meaning(report: Report): Markup {
  const { lead, next } = meaningOf(report)
  return html`<p class="lead">${lead}</p>
<p class="next">${prose(next)}</p>`
}

function tally(report: Report): string {
  const { clauses } = report
  if (clauses.length === 0) return 'No clause was checked.'
  const excused = clauses.filter((clause) => clause.excused !== null).length
  const said = verdictSentence(report)
  return excused === 0 ? `${said}.` : `${said}; ${excused} of these excused by the baseline.`
}

/** A tick for each clause. Decorative: the same is said below in words. */
function strip(clauses: readonly ClauseReport[]): Markup | null {
  if (clauses.length === 0) return null
  return html`<div class="strip" aria-hidden="true">${clauses.map((clause) => html`<i class="${saidOf(clause)}"></i>`)}</div>`
}

function suiteFacts(report: Report): [string, Markup][] {
  const { kind, target, reference, tool, purchases } = report
  const bought = purchases === null ? 'none' : `${purchases.sent} sent, of ${purchases.limit} at most`
  return [
    ['Target', quoted(target.baseUrl)],
    ['Mode', target.mode === null ? html`not seen` : quoted(target.mode)],
    ['Run', whenOf(report)],
    ...(kind === 'verify' ? ([['Purchases', html`${bought}`]] satisfies [string, Markup][]) : []),
    ['Judged by', html`reference ${reference}, ${quoted(`${tool.name} ${tool.version}`)}`],
  ]
}

function whenOf({ startedAt, durationMs }: Report): Markup {
  return html`<time datetime="${startedAt}">${instant(startedAt)}</time>, took ${duration(durationMs)}`
}

/** More scenarios than these are not named: the certificate is one page. */
const MOST_SCENARIOS = 60

const OPEN = new Markup(' open')

/** What was certified, by what, when, and in which scenarios. Folded on a screen where there is no certificate. */
function certificateDetails(report: Report): Markup {
  return html`
<details class="certified keep paper"${isCertified(report) ? OPEN : null}>
<summary>What was certified, and how</summary>
${LIMITS.map((line) => html`<p class="limits">${line}</p>`)}
<dl>${factItems(facts(report))}
</dl>
${rolls(report)}
<p class="send">${quoted(sendLine(report))}</p>
</details>`
}

function facts(report: Report): [string, Markup][] {
  const { reference, tool, scenarios, seal } = report
  const by = `${tool.name} ${tool.version}`
  const run: [string, Markup][] = [
    [
      'Judged by',
      html`version ${reference} of the reference, ${quoted(by)}${seal === null ? null : `, rules ${seal.rules}`}`,
    ],
    ['Date', whenOf(report)],
    ['Run against', placeOf(report)],
    ['Scenarios', html`${scenarioTally(scenarios ?? [])}`],
  ]
  const made = certificateFacts(report).flatMap(([name, text, isDigest]): [string, Markup][] =>
    text == null ? [] : [[name, isDigest ? html`<code class="digest">${text}</code>` : quoted(text)]],
  )
  return [...run, ...made]
}

function placeOf({ target }: Report): Markup {
  return html`the mock of the kit, ${quoted(target.baseUrl)}, mode ${quoted(target.mode ?? 'not seen')}`
}

function rolls({ clauses, scenarios }: Report): Markup {
  const ran = scenarios ?? []
  const more = ran.length - MOST_SCENARIOS
  const clauseRoll = clauses.map((clause) => [saidOf(clause), clause.id] as const)
  const scenarioRoll = ran.slice(0, MOST_SCENARIOS).map(({ outcome, sku }) => [outcome, sku] as const)
  return html`${roll('Clauses', clauseRoll)}
${roll('Scenarios', scenarioRoll)}${more > 0 ? html`<p class="none">and ${more} more scenarios, in report.json</p>` : null}`
}

function roll(title: string, entries: readonly (readonly [Said, string])[]): Markup | null {
  if (entries.length === 0) return null
  const items = entries.map(([said, name]) => html`\n<li>${verdictMark(said)}${name}</li>`)
  return html`<p class="roll-title">${title}</p>
<ul class="roll" aria-label="${title} of the certificate">${items}
</ul>`
}
