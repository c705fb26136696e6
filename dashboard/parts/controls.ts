import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ClauseView } from '../../contract/report/clause-view.ts'
import { chosen, key, keys, nameOf } from '../state/keys.ts'
import { complain, say } from '../state/notice.ts'
import { tab } from '../state/shown.ts'

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  return html`<button type="button" onClick=${() => copy(label, text())}>${label}</button>`
}

async function copy(label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`Copied: ${label.replace(/^Copy (?:as )?/, '')}.`)
  } catch {
    complain('This browser does not let a page copy here. Select the text, and copy it by hand.')
  }
}

/** A button for what can't be taken back: it asks in its own place, and acts at the second press. */
export function SureButton(props: {
  readonly label: string
  readonly lost: string
  readonly act: () => unknown
}) {
  const isAsking = useSignal(false)
  const press = () => {
    isAsking.value = !isAsking.value
    if (!isAsking.value) props.act()
  }
  return html`<button type="button" class="destructive" aria-live="polite" onClick=${press}
    onBlur=${() => {
      isAsking.value = false
    }}>${isAsking.value ? `${props.label}: ${props.lost}. Sure?` : props.label}</button>`
}

/** Which key a tab is about. Without one, what to do to get one. */
export function KeyChoice() {
  if (key.value === undefined)
    return html`<p class="empty">No key has called yet: make a call, and it appears here.</p>`
  return html`<p class="controls"><label>Key of
    <select value=${key.value.partner} onChange=${typedInto(chosen)}>
      ${keys.value.map((one) => html`<option value=${one.partner}>${nameOf(one)}</option>`)}
    </select></label>
    <span class="quiet">SHA-256 <code>${key.value.digest.slice(0, 12)}…</code></span>
  </p>`
}

export function BuyFirst({ found }: { found: string }) {
  const open = () => {
    tab.value = 'scenarios'
  }
  return html`<p class="empty">${found} Buy a card with your client, or <button type="button" class="seen" onClick=${open}>send a purchase from here</button>.</p>`
}

export function typedInto(signal: { value: string }) {
  return ({ currentTarget }: Event & { currentTarget: HTMLInputElement }) => {
    signal.value = currentTarget.value
  }
}

export function factList(rows: readonly (readonly [term: string, fact: string | null | undefined])[]) {
  return html`<dl class="facts">${rows.map(([term, fact]) => fact && html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}</dl>`
}

const TICK_MS = 250

export function Clock({ text }: { text: (now: number) => string }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return html`${text(now.value)}`
}

export function ClauseRow({ clause, children }: { clause: ClauseView; children?: ComponentChildren }) {
  const { id, level, section, text, verdict, message } = clause
  const isWarning = verdict === 'broken' && level === 'should'
  const word = verdict === 'not-observed' ? 'not yet seen' : verdict
  return html`<div class="clause" role="listitem">
    <span class="verdict ${isWarning ? 'warning' : verdict}">${isWarning ? 'warning' : word}</span>
    <div><h2 class="small"><code>${id}</code> § ${section}, ${level}</h2><p><${Prose} text=${text} /></p>
      ${verdict !== 'kept' && message !== null && html`<p class="quiet"><${Prose} text=${message} /></p>`}
      ${children}
    </div>
  </div>`
}

function Prose({ text }: { text: string }) {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}
