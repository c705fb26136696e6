import { html } from 'htm/preact'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import type { PageFacts } from '../../contract/wire/page-facts.ts'
import { useKeys } from '../parts/hooks.ts'
import { NOTHING, received } from '../state/exchanges.ts'
import { type Filter, OUTCOMES } from '../state/filter.ts'
import { keys } from '../state/keys.ts'
import { say } from '../state/notice.ts'
import { filter } from '../state/shown.ts'
import { isPaused, waiting } from '../stream.ts'

/** What is selected of the exchanges; and to stop, clear and export them. */
export function ExchangeControls({ facts }: { facts: PageFacts }) {
  const partners = [...new Set(received.value.exchanges.flatMap(({ partner }) => partner ?? []))].sort()
  return html`<form class="controls" onSubmit=${(event: Event) => event.preventDefault()}>
    ${choice('partner', facts.shows === 'mock' ? 'Partner' : 'Scenario', partners)}
    ${choice('operation', 'Operation', OPERATION_IDS)}
    ${choice('outcome', 'Outcome', OUTCOMES)}
    <label>Text <input type="search" value=${filter.value.text} onInput=${changed('text')} /></label>
    <button type="button" aria-pressed=${isPaused.value} onClick=${pause}>${pauseLabel()}</button>
    <button type="button" onClick=${clear}>Clear</button>
    ${facts.shows === 'mock' && html`<${ExportLinks} />`}
  </form>`
}

function choice(name: keyof Filter, label: string, values: readonly string[]) {
  return html`<label>${label}
    <select value=${filter.value[name]} onChange=${changed(name)}>
      <option value="">all</option>
      ${values.map((value) => html`<option value=${value}>${value}</option>`)}
    </select>
  </label>`
}

function changed(name: keyof Filter) {
  return ({ currentTarget }: Event & { currentTarget: HTMLInputElement }) => {
    filter.value = { ...filter.value, [name]: currentTarget.value }
  }
}

function pause(): void {
  isPaused.value = !isPaused.value
}

function pauseLabel(): string {
  if (!isPaused.value) return 'Pause'
  const count = waiting.value.reduce((sum, { exchanges, skipped }) => sum + exchanges.length + skipped, 0)
  return count === 0 ? 'Go on' : `Go on: ${count} new`
}

function clear(): void {
  received.value = NOTHING
  say('The list is cleared. The journal still has what it had.')
}

/**
 * Everything; and the recording of the key that is selected, else of the one that called last, as `partner-purchase judge`
 * reads it.
 */
function ExportLinks() {
  useKeys()
  const { partner } = filter.value
  const of = partner === '' ? keys.value[0] : keys.value.find((key) => key.partner === partner)
  const address = `recording.jsonl?key=${of?.digest}`
  return html`
    ${of !== undefined && of.orders > 0 && html`<a class="button" href=${address} download="journal.jsonl">Export ${of.partner} for judge</a>`}
    <a class="button" href="journal.jsonl" download="exchanges.jsonl">Export all as JSON</a>`
}
