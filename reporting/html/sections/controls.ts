import type { Report } from '../../../contract/report/report.ts'
import { html, Markup } from '../../markup/markup.ts'
import { saidOf } from '../../text/blame.ts'

const FILTERS = [
  ['broken', 'Broken'],
  ['undecided', 'Undecided'],
  ['warning', 'Warnings'],
  ['not-observed', 'Not observed'],
  ['kept', 'Kept'],
] as const

/** Filter and search. They need the script of the page, which shows them. */
export function controls({ clauses, scenarios }: Report): Markup | null {
  if (clauses.length === 0) return null
  const count = (wanted: string) => clauses.filter((clause) => saidOf(clause) === wanted).length
  const filters = FILTERS.filter(([said]) => said !== 'undecided' || count(said) > 0)
  const what = scenarios === null ? 'check' : 'scenario'
  return html`
<form class="controls" role="search" hidden>
<div role="group" aria-label="Show">${button('all', `All ${clauses.length}`, true)}${filters.map(([said, word]) => button(said, `${word} ${count(said)}`, false))}</div>
<label>Find a ${what} <input type="search" placeholder="by its name" autocomplete="off" spellcheck="${new Markup('false')}"></label>
</form>`
}

function button(value: string, text: string, isPressed: boolean): Markup {
  return html`<button type="button" value="${value}" aria-pressed="${String(isPressed)}">${text}</button>`
}
