import type { Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { prose } from '../../markup/phrasing.ts'
import { meaningOf, scenarioTally } from '../../text/certificate-words.ts'

/** The meaning of the verdict, at the top of the page. */
export function meaning(report: Report): Markup {
  const { lead, next } = meaningOf(report)
  return html`<p class="lead">${lead}</p>
<p class="next">${prose(next)}</p>`
}

/** The facts of a certification, in place of the purchases of the kit itself. */
export function certificateFacts({ scenarios, seal }: Report): [string, Markup][] {
  return [
    ...(scenarios === null
      ? []
      : ([['Scenarios', html`${scenarioTally(scenarios)}`]] satisfies [string, Markup][])),
    ...(seal === null
      ? []
      : ([
          ['Rules and digest', html`rules ${seal.rules}, digest <code class="digest">${seal.digest}</code>`],
        ] satisfies [string, Markup][])),
  ]
}
