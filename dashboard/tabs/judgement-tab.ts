import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import { useEffect } from 'preact/hooks'
import type { ClauseView } from '../../contract/report/certification-view.ts'
import { ask } from '../api.ts'
import { ClauseRow } from '../parts/clause-row.ts'
import { KeyChoice } from '../parts/key-choice.ts'
import { lastSeq, useKeys } from '../parts/use-keys.ts'
import { key } from '../state/keys.ts'
import { showExchange } from '../state/shown.ts'
import type { TabProps } from './tab-props.ts'

type ClauseJudgement = ClauseView & {
  /** The exchanges that broke it, by their numbers. */
  readonly breaks: readonly number[]
}

type Judgement = {
  readonly clauses: readonly ClauseJudgement[]
  /** What is not in what was judged, as sentences. */
  readonly gaps: readonly string[]
}

const ORDER = ['broken', 'kept', 'not-observed'] as const

/** The rules of a certification over what a key has done so far. */
export function JudgementTab(_: TabProps) {
  useKeys()
  const judgement = useSignal<Judgement | null>(null)
  const digest = key.value?.digest
  const seq = lastSeq()
  useEffect(() => {
    if (digest === undefined) return
    const timer = setTimeout(async () => {
      judgement.value = (await ask<Judgement>(`judgement?key=${digest}`)) ?? null
    }, 200)
    return () => clearTimeout(timer)
  }, [digest, seq])
  const sorted = ORDER.flatMap((verdict) =>
    (judgement.value?.clauses ?? []).filter((clause) => clause.verdict === verdict),
  )
  return html`<${KeyChoice} />
    <p class="quiet">Judged as a certification would judge it, by what this key has done so far. Only a certification tries every scenario.</p>
    ${(judgement.value?.gaps ?? []).map((gap) => html`<p>${gap}</p>`)}
    <div role="list" aria-label="Clauses">${sorted.map((clause) => html`<${Clause} key=${clause.id} clause=${clause} />`)}</div>`
}

function Clause({ clause }: { clause: ClauseJudgement }) {
  const { breaks } = clause
  return html`<${ClauseRow} clause=${clause}>
    ${breaks.length > 0 && html`<p>${breaks.slice(0, 10).map((seq) => html`<button type="button" class="seen" onClick=${() => showExchange(seq)}>see #${seq}</button> `)}</p>`}
  </${ClauseRow}>`
}
