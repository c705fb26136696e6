import type { DriftReport } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { quoted } from '../../markup/phrasing.ts'

const WORDS: Record<DriftReport['severity'], string> = { drift: 'moved', note: 'note' }

/** What changed since an earlier run, where one was compared with. */
export function driftSection(drift: readonly DriftReport[] | null): Markup | null {
  if (drift === null) return null
  return html`
<section id="drift" aria-labelledby="drift-title">
<h2 id="drift-title">Since the earlier run</h2>
<p class="intro">${drift.length === 0 ? 'Nothing changed in the shape of what was answered.' : 'What changed in the shape of what was answered. A note may differ between two runs of the same service.'}</p>
${drift.length === 0 ? null : html`<ul>${drift.map(item)}</ul>`}
</section>`
}

function item({ severity, sentence }: DriftReport): Markup {
  return html`
<li><strong>${WORDS[severity]}</strong>: ${quoted(sentence)}</li>`
}
