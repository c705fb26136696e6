import { html } from 'htm/preact'
import { render } from 'preact'
import { App } from './app.ts'
import { readFacts } from './facts.ts'
import { showTabsOf } from './state/shown.ts'
import { follow } from './stream.ts'
import { applyStyle } from './style/style.ts'

const root = document.getElementById('page')
if (root !== null) {
  const facts = readFacts(document)
  applyStyle(document)
  showTabsOf(facts.shows)
  root.replaceChildren()
  render(html`<${App} facts=${facts} />`, root)
  follow()
}
