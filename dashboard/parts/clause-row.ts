import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import type { ClauseView } from '../../contract/report/certification-view.ts'

/** A clause with its verdict, and why. */
export function ClauseRow({ clause, children }: { clause: ClauseView; children?: ComponentChildren }) {
  const { id, level, section, text, verdict, message } = clause
  const isWarning = verdict === 'broken' && level === 'should'
  const word = verdict === 'not-observed' ? 'not yet seen' : verdict
  return html`<div class="clause" role="listitem">
    <span class="verdict ${isWarning ? 'warning' : verdict}">${isWarning ? 'warning' : word}</span>
    <div><h2 class="small"><code>${id}</code> § ${section}, ${level}</h2><p><${Prose} text=${text} /></p>
      ${verdict !== 'kept' && message !== null && html`<p class="quiet"><${Prose} text=${message} /></p>`}
      ${children}
    </div>
  </div>`
}

/** A sentence in which names are between backticks. */
function Prose({ text }: { text: string }) {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}
