import type { DriftReport } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { quoted } from '../../markup/phrasing.ts'

const WORDS: Record<DriftReport['severity'], string> = { drift: 'moved', note: 'note' }

/** What changed since an earlier run, if there is one to compare with. */
export function driftSection(drift: readonly DriftReport[] | null): Markup | null {
  if (drift === null) return null
  return html`
<section id="drift" aria-labelledby="drift-title">
<h2 id="drift-title">Since the earlier run</h2>
<p class="intro">${drift.length === 0 ? 'The shape of the responses did not change.' : 'What changed in the shape of the responses. A note can differ between two runs of the same service.'}</p>
${drift.length === 0 ? null : html`<ul>${drift.map(item)}</ul>`}
</section>`
}

function item({ severity, sentence }: DriftReport): Markup {
  return html`
<li><strong>${WORDS[severity]}</strong>: ${quoted(sentence)}</li>`
}
