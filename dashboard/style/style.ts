import { PALETTE } from '../../reporting/html/style/page.ts'
import { TIMELINE } from '../../reporting/html/style/timeline.ts'
import { CERTIFICATION } from './certification-style.ts'
import { DASHBOARD_PAGE } from './page-style.ts'

/** Gives the document its style. A sheet that a script makes needs no exception in the page's policy. */
export function applyStyle(document: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([PALETTE, TIMELINE, DASHBOARD_PAGE, CERTIFICATION].join(''))
  document.adoptedStyleSheets = [sheet]
}
