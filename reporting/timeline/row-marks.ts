import type { TimelineEntry } from '../../contract/report/report.ts'
import { html, Markup } from '../markup/markup.ts'
import { blameOf } from '../text/said.ts'
import { deliveryOf } from '../text/timeline-lines.ts'
import { placeOf, type TimeScale } from './time-scale.ts'

/** Signs are drawn around their moment, the middle of a row at 0. */
const SIGNS = {
  request: '<path class="stem" d="M0-8V8"/>',
  recorded: '<circle r="5"/>',
  replayed: '<circle r="4"/>',
  delivered: '<path class="head" d="M1-4.5L8 0 1 4.5z"/>',
  undelivered: '<path class="cross" d="M3-4.5l9 9m0-9l-9 9"/>',
  exit: '<path class="exit" d="M0-7V7"/>',
}

type Sign = keyof typeof SIGNS

const MEANINGS: readonly [sign: Sign | 'wait' | 'early', meaning: string, classes?: string][] = [
  ['request', 'request'],
  ['delivered', 'answer arrives'],
  ['undelivered', 'answer lost, or cut', 'lost'],
  ['recorded', 'order recorded'],
  ['replayed', 'order found again'],
  ['wait', 'asked to wait'],
  ['early', 'asked too early by this'],
  ['request', 'breaks a must', 'broken'],
  ['request', 'a warning', 'warning'],
  ['exit', 'client ended'],
]

export function legend(): Markup {
  const items = MEANINGS.map(([sign, meaning, classes = '']) => {
    const drawn =
      sign === 'wait' || sign === 'early' ? bar(sign, 0, 1) : mark(sign, 0.5, `${sign} ${classes}`.trim())
    return html`\n<li><svg class="track" aria-hidden="true">${drawn}</svg>${meaning}</li>`
  })
  return html`<ul class="legend" aria-label="Signs of the timelines">${items}\n</ul>`
}

export function requestMarks(entry: TimelineEntry, scale: TimeScale): Markup {
  const { arrivedMs, allowedFromMs, effect, orderStatus, pollAfterSeconds, breaks } = entry
  const at = (ms: number) => placeOf(scale, ms)
  const delivery = deliveryOf(entry)
  const endedMs = endOf(entry)
  const blame = blameOf(breaks) ?? ''
  const isAskedToWait =
    delivery === 'delivered' && orderStatus === 'PROCESSING' && (pollAfterSeconds ?? 0) > 0
  const isEarly = blame !== '' && allowedFromMs !== null && arrivedMs < allowedFromMs
  return html`${isAskedToWait ? bar('wait', at(endedMs), at(endedMs + (pollAfterSeconds ?? 0) * 1000)) : null}${
    isEarly ? bar('early', at(arrivedMs), at(allowedFromMs)) : null
  }${bar('span', at(arrivedMs), at(endedMs))}${mark('request', at(arrivedMs), `request ${blame}`.trim())}${
    effect === 'recorded' || effect === 'replayed'
      ? mark(effect, at(arrivedMs), `${effect} ${blame}`.trim())
      : null
  }${
    delivery === 'none'
      ? null
      : delivery === 'delivered'
        ? mark('delivered', at(endedMs), 'delivered')
        : mark('undelivered', at(endedMs), 'undelivered lost')
  }`
}

export function arrivalMarks(run: readonly TimelineEntry[], scale: TimeScale): readonly Markup[] {
  return run.map(({ arrivedMs, breaks }) =>
    mark('request', placeOf(scale, arrivedMs), `request ${blameOf(breaks) ?? ''}`.trim()),
  )
}

export function exitMark(atMs: number, scale: TimeScale): Markup {
  return mark('exit', placeOf(scale, atMs), 'exit')
}

/** When the answer to a request had arrived, or was lost; its arrival where neither is known. */
export function endOf({ arrivedMs, answeredMs, deliveredMs }: TimelineEntry): number {
  return Math.max(arrivedMs, deliveredMs ?? answeredMs ?? arrivedMs)
}

/** A place on a track, as SVG measures it: a track has any width. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`
}

function mark(sign: Sign, at: number, classes: string): Markup {
  return html`<svg x="${percent(at)}" y="50%" class="${classes}">${new Markup(SIGNS[sign])}</svg>`
}

function bar(kind: 'wait' | 'early' | 'span', from: number, to: number): Markup | null {
  if (to <= from) return null
  return html`<rect class="${kind}" x="${percent(from)}" width="${percent(to - from)}"/>`
}
