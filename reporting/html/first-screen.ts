import { isCertified } from '../../contract/report/certified.ts'
import type { Report } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { duration, excerpt, instant, quoted } from '../markup/phrasing.ts'
import { leadOf, sendLine } from '../text/certificate.ts'
import { notTriedWords } from '../text/not-tried.ts'
import { clauseTally, outcomeWord, shownOutcome } from '../text/verdict-words.ts'
import { AFTER_THE_RUN } from '../text/what-to-do.ts'
import { clauseList } from './clause-list.ts'
import { shapeMark } from './verdict-label.ts'

const KINDS: Record<Report['kind'], string> = { verify: 'Contract suite', certify: 'Certification' }

/** The verdict, the subject, the date, the target, and the clauses. For a certified client, this is the certificate. */
export function firstScreen(report: Report): Markup {
  const { kind, reference, subject, target } = report
  const outcome = shownOutcome(report)
  const name = subject?.name ?? target.baseUrl
  return html`
<section class="first ${isCertified(report) ? 'certificate' : 'plain'}" aria-labelledby="outcome">
<p class="over">Partner Purchase API ${reference} · ${KINDS[kind]}</p>
<h1 id="outcome" class="verdict ${outcome}">${shapeMark(outcome)}<span>${outcomeWord(report)}</span></h1>
<p class="subject" title="${excerpt(name, 500).text}">${quoted(name)}</p>
${messages(report).map((message) => html`<p class="lead message">${quoted(message)}</p>`)}
<dl>${factsOf(report).map(([name, fact]) => html`\n<div><dt>${name}</dt><dd>${fact}</dd></div>`)}
</dl>
<section aria-label="Clauses">
<p class="tally">${report.clauses.length === 0 ? 'No clause was checked' : clauseTally(report)}.</p>
${clauseList(report)}
</section>
</section>`
}

/** What the verdict means, or why there is none and what to do. A start failure has its own panel for its message. */
function messages(report: Report): readonly string[] {
  const lead = report.kind === 'certify' && report.startFailure === undefined ? leadOf(report) : null
  const message = report.message === report.startFailure?.message ? null : report.message
  const next = report.kind === 'verify' ? (AFTER_THE_RUN[report.outcome] ?? null) : null
  return [lead, message, next].filter((one) => one !== null)
}

function factsOf(report: Report): readonly (readonly [string, Markup])[] {
  const { kind, startedAt, durationMs, target, tool, purchases } = report
  const notTried = notTriedWords(report)
  const mode = target.mode === null ? html`mode not seen` : html`mode ${quoted(target.mode)}`
  const place =
    kind === 'certify' ? html`the mock of ${quoted(`${tool.name} ${tool.version}`)}` : quoted(target.baseUrl)
  const bought =
    purchases === null ? null : html`, ${purchases.sent} purchases sent of ${purchases.limit} at most`
  return [
    ['Date', html`<time datetime="${startedAt}">${instant(startedAt)}</time>, took ${duration(durationMs)}`],
    ['Run against', html`${place}, ${mode}${bought}`],
    ...(notTried === null ? [] : [['Not tried', html`${notTried.replace(/^Not tried: a/, 'A')}`] as const]),
    ...(isCertified(report) ? [['Check it', quoted(sendLine(report))] as const] : []),
  ]
}
