import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { ClauseView, ScenarioView } from '../../contract/report/certification-view.ts'
import { timelineFigure } from '../../reporting/timeline/figure.ts'
import { ClauseRow, Clock } from '../parts/controls.ts'
import { certification, progressWords, scenarios } from '../state/certification.ts'

export function CertificationTab() {
  const views = [...scenarios.value.values()]
  if (views.length === 0) return html`<p class="empty">The certification is about to begin.</p>`
  return html`<div role="status"><${Outcome} /></div>
    <p class="quiet">${progressWords(views)}</p>
    <div class="strip" aria-hidden="true">${views.map(({ sku, state }) => html`<span key=${sku} class=${state} title=${sku}></span>`)}</div>
    <div class="scenarios" role="list" aria-label="Scenarios">
      ${views.map((view) => html`<${Scenario} key=${view.sku} view=${view} />`)}
    </div>`
}

function Outcome() {
  const conclusion = certification.value?.conclusion
  if (conclusion == null) return null
  const { title, because, style, sentences } = conclusion
  return html`<section class="outcome-box ${style}" aria-label="Outcome">
    <h2>${title}</h2>${because !== null && html`<b>${because}</b>`}
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
    <p class="quiet">The run has ended. The terminal and the report say how to fix what is not kept.</p>
  </section>`
}

function Scenario({ view }: { view: ScenarioView }) {
  const isOpen = useSignal(false)
  const { sku, name, state, clauses, note } = view
  const broken = clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
  return html`<div class="scenario" role="listitem">
    <div class="scenario-head">
      <span class="verdict state ${state}">${state}</span>
      <button type="button" class="sku" aria-expanded=${isOpen.value} onClick=${() => {
        isOpen.value = !isOpen.value
      }}>${sku}</button>
      <span class="what">${broken.length > 0 ? broken.join(', ') : name}</span>
      <${Took} view=${view} />
    </div>
    ${note !== null && html`<p class="last note-of">${note}</p>`}
    ${isOpen.value && html`<${Detail} view=${view} />`}
  </div>`
}

/** How long it took; while it runs, how long it has taken so far. */
function Took({ view: { state, startedAt, report } }: { view: ScenarioView }) {
  if (report !== null) return html`<span class="took">${(report.durationMs / 1000).toFixed(1)} s</span>`
  return html`<span class="took">${state === 'running' && startedAt !== null && html`<${Clock} text=${(now: number) => `${Math.max(0, Math.floor((now - startedAt) / 1000))} s`} />`}</span>`
}

function Detail({ view }: { view: ScenarioView }) {
  const { story, report, clauses } = view
  const broken = clauses.filter(({ verdict }) => verdict === 'broken')
  return html`<div class="scenario-detail">
    <p>${story}</p>
    ${report === null && html`<p class="quiet">Its clauses are judged when it has ended.</p>`}
    ${report !== null && report.timeline.length > 0 && html`<div dangerouslySetInnerHTML=${{ __html: timelineFigure(report).source }}></div>`}
    ${broken.length > 0 && html`<div role="list" aria-label="Broken clauses">${broken.map((clause) => html`<${ClauseRow} key=${clause.id} clause=${clause} />`)}</div>`}
    <${Ids} title="Kept" clauses=${clauses.filter(({ verdict }) => verdict === 'kept')} />
    <${Ids} title="Not observed" clauses=${clauses.filter(({ verdict }) => verdict === 'not-observed')} />
  </div>`
}

function Ids({ title, clauses }: { title: string; clauses: readonly ClauseView[] }) {
  if (clauses.length === 0) return null
  return html`<p class="ids">${title}: ${clauses.map(({ id, text }, index) => html`${index > 0 && ', '}<code title=${text}>${id}</code>`)}</p>`
}
