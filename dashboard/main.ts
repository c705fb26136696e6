import { html } from 'htm/preact'
import { render } from 'preact'
import { BASE, PALETTE } from '../reporting/html/style/page.ts'
import { TIMELINE } from '../reporting/html/style/timeline.ts'
import { App } from './app.ts'
import { CERTIFICATION, DASHBOARD_PAGE } from './page-style.ts'
import { facts } from './state/facts.ts'
import { showTabsOf } from './state/shown.ts'
import { follow } from './stream.ts'

const root = document.getElementById('page')
if (root !== null) {
  applyStyle(document)
  showTabsOf(facts.shows)
  root.replaceChildren()
  render(html`<${App} />`, root)
  follow()
}

/** A sheet that a script makes needs no exception in the page's policy. */
function applyStyle(page: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([PALETTE, BASE, TIMELINE, DASHBOARD_PAGE, CERTIFICATION].join(''))
  page.adoptedStyleSheets = [sheet]
}
