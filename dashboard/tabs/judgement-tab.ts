import { html } from 'htm/preact'
import { BuyFirst, ClauseRow, factList, KeyChoice } from '../parts/controls.ts'
import { useJudgement, useKeys } from '../parts/hooks.ts'
import { type ClauseJudgement, judgement } from '../state/keys.ts'
import { showExchange } from '../state/shown.ts'

const ORDER = ['broken', 'kept', 'not-observed'] as const

export function JudgementTab() {
  useKeys()
  useJudgement()
  const sorted = ORDER.flatMap((verdict) =>
    (judgement.value?.clauses ?? []).filter((clause) => clause.verdict === verdict),
  )
  const found = sorted[0]?.message
  const isUnused = sorted.every(({ verdict, message }) => verdict === 'not-observed' && message === found)
  return html`<${KeyChoice} />
    <p class="quiet">Judged as a certification would judge it, by what this key has done so far. Only a certification tries every scenario.</p>
    ${(judgement.value?.gaps ?? []).map((gap) => html`<p>${gap}</p>`)}
    ${isUnused && found && html`<${BuyFirst} found=${found} />`}
    <div role="list" aria-label="Clauses">${sorted.map((clause) => html`<${Clause} key=${clause.id} clause=${isUnused ? { ...clause, message: null } : clause} />`)}</div>`
}

function Clause({ clause }: { clause: ClauseJudgement }) {
  const { breaks, lesson } = clause
  return html`<${ClauseRow} clause=${clause}>
    ${lesson !== null && html`<${LessonNote} lesson=${lesson} />`}
    ${breaks.length > 0 && html`<p>${breaks.slice(0, 10).map((seq) => html`<button type="button" class="seen" onClick=${() => showExchange(seq)}>see #${seq}</button> `)}</p>`}
  </${ClauseRow}>`
}

function LessonNote({ lesson }: { lesson: NonNullable<ClauseJudgement['lesson']> }) {
  const { consequence, cause, remedy, see } = lesson
  return html`${factList([
    ['Consequence', consequence],
    ['Usual cause', cause],
    ['Smallest fix', remedy],
    ['See', see],
  ])}`
}
