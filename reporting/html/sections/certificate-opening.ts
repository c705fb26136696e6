import type { Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { prose } from '../../markup/phrasing.ts'
import { meaningOf, scenarioTally } from '../../text/certificate-words.ts'

/** The meaning of the verdict as it opens the page. */
export function meaning(report: Report): Markup {
  const { lead, next } = meaningOf(report)
  return html`<p class="lead">${lead}</p>
<p class="next">${prose(next)}</p>`
}

/** What is told of a certification, instead of the purchases that the kit itself has made. */
export function certificateFacts({ scenarios, seal }: Report): [string, Markup][] {
  return [
    ...(scenarios === null
      ? []
      : ([['Scenarios', html`${scenarioTally(scenarios)}`]] satisfies [string, Markup][])),
    ...(seal === null
      ? []
      : ([
          ['Sealed', html`rules ${seal.rules}, digest <code class="digest">${seal.digest}</code>`],
        ] satisfies [string, Markup][])),
  ]
}
