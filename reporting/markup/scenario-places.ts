import type { ClauseReport, Report } from '../../contract/report/report.ts'
import { counted } from '../text/counted.ts'
import { scenarioOf } from '../text/parts-of-report.ts'
import { html, type Markup } from './markup.ts'
import { linkTo } from './phrasing.ts'

const MOST_PLACES = 6

/** The anchor of a scenario. */
export function scenarioId(sku: string): string {
  return `scenario/${sku}`
}

/** Links to the scenarios that decided a clause; null when there are none. */
export function scenarioPlaces({ verdict, checks }: ClauseReport, report: Report): Markup | null {
  const places = checks
    .filter((check) => check.verdict === verdict)
    .flatMap((check) => scenarioOf(check, report) ?? [])
  if (places.length === 0) return null
  const links = places.slice(0, MOST_PLACES).map(({ sku }) => html`${linkTo(scenarioId(sku), sku)} `)
  const more = places.length - MOST_PLACES
  return html`${links}${more > 0 ? html`and ${counted(more, 'scenario')} more, below` : null}`
}
