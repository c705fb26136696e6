import { html } from 'htm/preact'
import { droppedWords } from '../../contract/wire/dropped.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { isPaused, waiting } from '../api.ts'
import { useJudgement, useKeys } from '../parts/hooks.ts'
import { dropped, type Filter, type KnownExchanges, NOTHING, OUTCOMES, received } from '../state/exchanges.ts'
import { facts } from '../state/facts.ts'
import { keys } from '../state/keys.ts'
import { say } from '../state/notice.ts'
import { filter, rows, shownExchanges } from '../state/shown.ts'
import { ExchangeList } from './exchange-list.ts'

export function ExchangesTab() {
  useJudgement()
  const { exchanges } = received.value
  const items = rows.value
  const shown = shownExchanges.value.length
  return html`<${ExchangeControls} />
    <div class="counts"><span class="quiet" role="status">${countsOf(shown, received.value)}</span><${ExportLinks} /></div>
    ${dropped.value !== null && html`<p class="quiet">${droppedWords(dropped.value)}</p>`}
    ${
      items.length === 0
        ? html`<${Nothing} isFiltered=${exchanges.length > 0} />`
        : html`<${ExchangeList} items=${items} />`
    }`
}

function countsOf(selected: number, { exchanges, missing }: KnownExchanges): string {
  const all = exchanges.length
  const some = selected === all ? `${all} exchanges` : `${selected} of ${all} exchanges`
  return [some, missing > 0 && `${missing} more are in the journal alone`].filter(Boolean).join('; ')
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return html`<p class="empty">No exchange matches the filter.</p>`
  const key = facts.auth.format.replace('{key}', 'pk_test_me')
  return html`<div class="empty">
    <p>Nothing has arrived yet. Call the mock, and the call appears here:</p>
    <pre><code>curl -s ${facts.baseUrl}/ping -H '${facts.auth.header}: ${key}'</code></pre>
  </div>`
}

function ExchangeControls() {
  const partners = [...new Set(received.value.exchanges.flatMap(({ partner }) => partner ?? []))].sort()
  return html`<form class="controls" onSubmit=${(event: Event) => event.preventDefault()}>
    ${choice('partner', 'Partner', partners)}
    ${choice('operation', 'Operation', OPERATION_IDS)}
    ${choice('outcome', 'Outcome', OUTCOMES)}
    <label>Text <input type="search" value=${filter.value.text} onInput=${changed('text')} /></label>
    <button type="button" aria-pressed=${isPaused.value} onClick=${pause}>${pauseLabel()}</button>
    <button type="button" onClick=${clear}>Clear</button>
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

/** Everything; and the recording for `judge` of the key that is selected, else of the one that called last. */
function ExportLinks() {
  useKeys()
  const { partner } = filter.value
  const of = partner === '' ? keys.value[0] : keys.value.find((key) => key.partner === partner)
  const address = `recording.jsonl?key=${of?.digest}`
  return html`<span class="exports">Export:${' '}
    ${of !== undefined && of.orders > 0 && html`<a href=${address} download="journal.jsonl">${of.partner} for judge</a>, `}
    <a href="journal.jsonl" download="exchanges.jsonl">all as JSON</a></span>`
}
