import type { ClauseReport, Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, prose, quoted, sectionSign } from '../../markup/phrasing.ts'
import { saidOf } from '../../text/blame.ts'
import { causesOf } from '../../text/causes.ts'
import { counted } from '../../text/counted.ts'
import { isBlind, type UnseenGroup, unseenAdvice, unseenMessages } from '../../text/unseen.ts'
import { moreCauses, places } from '../clauses/causes.ts'
import { checkList } from '../clauses/check.ts'
import { clauseArticle } from '../clauses/clause.ts'
import { verdictLabel } from '../verdict-label.ts'

const MOST_CAUSES = 2

/** One group: the clauses, why they could not be seen, and what to do. */
export function unseenArticle(group: UnseenGroup, report: Report): Markup {
  const [first, ...others] = group
  if (others.length === 0) return clauseArticle(first, report)
  const said = saidOf(first)
  const count = counted(group.length, 'clause')
  return html`
<article class="ledger clause" data-is="${said}">
<div>
<h3>${isBlind(report) ? `None of the ${count} was observed` : `${count}, for one cause`}</h3>
${causes(group, report)}
<p class="advice">${prose(unseenAdvice(group, report))}</p>
${places(
  group.flatMap((clause) => causesOf(clause).flatMap(({ checks }) => checks)),
  report,
)}
<ul class="roll">${group.map(({ id }) => html`\n<li>${linkTo(id, id)}</li>`)}
</ul>
<details class="each">
<summary>What each of them asks, and its checks</summary>
${group.map((clause) => clauseLine(clause, report))}
</details>
</div>
<p class="mark">${verdictLabel(said)}</p>
</article>`
}

function causes(group: UnseenGroup, report: Report): Markup {
  const messages = unseenMessages(group, report)
  const shown = messages
    .slice(0, MOST_CAUSES)
    .map((message) => html`<p class="message">${quoted(message)}</p>`)
  return html`${shown}${moreCauses(messages.length - MOST_CAUSES)}`
}

function clauseLine(clause: ClauseReport, report: Report): Markup {
  const { id, section, level, text } = clause
  return html`
<div class="unseen-clause" id="${id}">
<h4>${linkTo(id, id)} <span class="meta">${sectionSign(section)} · ${level}</span></h4>
<p class="detail">${prose(text)}</p>
${checkList(clause, report)}
</div>`
}
