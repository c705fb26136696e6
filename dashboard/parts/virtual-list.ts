import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

type VirtualListProps<Item> = {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => number
  readonly rowHeight: number
  readonly label: string
  /** The key of the unfolded item; null for none. */
  readonly unfolded: number | null
  readonly row: (item: Item, isOpen: boolean) => VNode
  readonly detail: (item: Item) => VNode
}

/** A list of which only what is in sight is drawn. New items come first: a reader who has scrolled keeps what is in sight. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, rowHeight, unfolded } = props
  const view = useRef<HTMLDivElement>(null)
  const opened = useRef<HTMLDivElement>(null)
  const scrolled = useSignal(0)
  const height = useSignal(600)
  const openHeight = useSignal(0)
  const open = unfolded === null ? -1 : items.findIndex((item) => keyOf(item) === unfolded)
  const list = { rows: items.length, rowHeight, open, openHeight: openHeight.value }

  const first = items[0] === undefined ? undefined : keyOf(items[0])
  const before = useRef(first)
  useLayoutEffect(() => {
    const added = items.findIndex((item) => keyOf(item) === before.current)
    before.current = first
    if (view.current !== null && added > 0 && view.current.scrollTop > 0)
      view.current.scrollTop += added * rowHeight
  }, [first])

  useLayoutEffect(() => {
    const element = view.current
    if (element === null) return
    const sizes = new ResizeObserver(() => {
      height.value = element.clientHeight
      openHeight.value = opened.current?.offsetHeight ?? 0
    })
    sizes.observe(element)
    if (opened.current !== null) sizes.observe(opened.current)
    return () => sizes.disconnect()
  }, [unfolded, open])

  useLayoutEffect(() => {
    const element = view.current
    if (element === null || open < 0) return
    const top = topOf(list, open)
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top
  }, [unfolded])

  const { from, to, above, below } = windowOf(list, scrolled.value, height.value)
  return html`<div class="list" ref=${view} role="list" aria-label=${props.label} tabindex="0"
    onScroll=${(event: Event) => {
      scrolled.value = (event.currentTarget as HTMLElement).scrollTop
    }}
    onKeyDown=${moveFocus}>
    <div style=${{ height: `${above}px` }}></div>
    ${items.slice(from, to).map((item, index) => {
      const isOpen = from + index === open
      return html`<div role="listitem" key=${keyOf(item)} aria-setsize=${items.length} aria-posinset=${from + index + 1}>
        ${props.row(item, isOpen)}
        ${isOpen && html`<div ref=${opened}>${props.detail(item)}</div>`}
      </div>`
    })}
    <div style=${{ height: `${below}px` }}></div>
  </div>`
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  const list = event.currentTarget as HTMLElement
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const rows = [...list.querySelectorAll<HTMLElement>('button.row')]
  const at = rows.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  rows[at + step]?.focus()
}

/** The geometry of a list of rows of one height, one of which may be unfolded. Heights in pixels. */
export type List = {
  readonly rows: number
  readonly rowHeight: number
  /** The unfolded row; -1 for none. */
  readonly open: number
  readonly openHeight: number
}

/** Rows that are drawn out of sight, so that a fast scroll shows no hole. */
const SPARE = 8

/** What is drawn where a list is scrolled to, in a view of some height: which rows, and the height above and below them. */
export function windowOf(list: List, scrolled: number, height: number) {
  const from = Math.max(0, rowAt(list, scrolled) - SPARE)
  const to = Math.min(list.rows, rowAt(list, scrolled + height) + 1 + SPARE)
  return { from, to, above: topOf(list, from), below: topOf(list, list.rows) - topOf(list, to) }
}

export function topOf({ rowHeight, open, openHeight }: List, row: number): number {
  return row * rowHeight + (open >= 0 && row > open ? openHeight : 0)
}

function rowAt(list: List, y: number): number {
  const { rows, rowHeight, open, openHeight } = list
  const end = topOf(list, open + 1)
  const isBefore = open < 0 || y < end - openHeight
  const row = isBefore ? y / rowHeight : y < end ? open : (y - openHeight) / rowHeight
  return Math.min(rows, Math.max(0, Math.floor(row)))
}
