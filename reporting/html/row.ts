import type { ClauseReport, Report } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { type Content, html, type Markup } from '../markup/markup.ts'
import type { Said } from '../text/said.ts'
import { verdictLabel } from './verdict-label.ts'

/** The columns of a row in a list, beginning with the verdict. */
export type Row = {
  readonly said: Said
  readonly name: string
  readonly text: Content
  readonly count?: string | null
  readonly lost?: string | null
}

export function rowCells({ said, name, text, count = null, lost = null }: Row): Markup {
  return html`${verdictLabel(said)}<span class="id">${name}</span><span class="text">${text}</span><span class="count">${count}</span><span class="lost">${lost}</span>`
}

/** In how many scenarios of a client, or checks of a service, a clause is broken. */
export function countOf({ verdict, checks }: ClauseReport, { kind }: Report): string | null {
  if (verdict !== 'broken') return null
  const broken = checks.filter((check) => check.verdict === verdict).length
  return `${broken} of ${counted(checks.length, kind === 'certify' ? 'scenario' : 'check')}`
}
