import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { duration } from '../../reporting/markup/phrasing.ts'
import { brokenBy, type ClauseJudgement } from '../state/keys.ts'
import { complain, say } from '../state/view.ts'
import { early } from '../state/waits.ts'

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      say(`Copied: ${label.replace('Copy as ', '')}.`)
    } catch {
      complain('This browser does not let a page copy here. Select the text, and copy it by hand.')
    }
  }
  return html`<button type="button" onClick=${copy}>${label}</button>`
}

/** A button for what can't be undone: the first press asks, the second acts. */
export function SureButton(props: { label: string; lost: string; act: () => unknown }) {
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

export function factList(rows: readonly (readonly [term: string, fact: ComponentChildren])[]) {
  return html`<dl class="facts">${rows.map(([term, fact]) => fact && html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}</dl>`
}

/** The clauses that a call breaks, and how much too early it came; null if neither. */
export function blame({ seq }: Exchange) {
  const milliseconds = early.value.get(seq)
  const clauses = brokenBy.value.get(seq) ?? []
  if (milliseconds === undefined && clauses.length === 0) return null
  return html`${milliseconds !== undefined && html`<b class="early">${duration(milliseconds)} early</b> `}${clauses.map(clauseChip)}`
}

export function clauseChip({ id, level }: ClauseJudgement) {
  return html`<span class="chip ${level}">${id}</span> `
}

export function Prose({ text }: { text: string }) {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

/** Counts down to a moment, in milliseconds since 1970. */
export function Countdown({ until }: { until: number }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((until - now.value) / 1000)
  return html`${seconds > 0 ? `may ask again in ${seconds} s` : 'may ask now'}`
}

/** The head of a table. It names its roles, since a narrow page changes the layout of the table. */
export function headRow(heads: readonly (readonly [name: string, title: string])[]) {
  return html`<thead role="rowgroup"><tr role="row">${heads.map(
    ([name, title]) => html`<th role="columnheader" scope="col" class=${name}>${title}</th>`,
  )}</tr></thead>`
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys open the row before or after the one in focus. */
export function openNeighbour(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button.open')]
  const next = rows[rows.indexOf(event.target as HTMLElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  next.click()
}

/** The details of the open row, beside the list or below it. They scroll into view when another row is opened. */
export function Pane(props: { name: string; close: () => void; children: ComponentChildren }) {
  const { name, close, children } = props
  useEffect(() => {
    for (const open of document.querySelectorAll('.opened, .split')) open.scrollIntoView({ block: 'nearest' })
  }, [name])
  return html`<section id="pane" class="pane" aria-label=${name} tabindex="0">
    <div class="pane-head"><h2>${name}</h2><button type="button" onClick=${close}>Close</button></div>
    ${children}
  </section>`
}
