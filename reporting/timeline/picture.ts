import type { ScenarioReport } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { duration } from '../markup/time.ts'
import { counted } from '../text/counted.ts'
import { deliveryOf } from '../text/fault-words.ts'
import { type Heights, heightsOf, LINE } from './layout/heights.ts'
import { layoutOf, type Sheet, WIDE } from './layout/layout.ts'
import type { PlacedLabel } from './layout/placement.ts'
import { type Lane, type RowArrow, type RowShade, rowsOf, type TimelineRow } from './layout/rows.ts'
import type { Tick } from './layout/ticks.ts'

/** What is right of a row: half of its last label. */
const RIGHT = 20
/** The height of the line that says whether the axis is to scale. */
const NOTE = 16

/** A scenario as a picture: two lanes, the time to the right, an arrow for each request and each answer. */
export function timelinePicture(scenario: ScenarioReport, sheet: Sheet = WIDE): Markup {
  const layout = layoutOf(scenario, sheet)
  const rows = rowsOf(layout)
  const heights = rows.map((row) => heightsOf(row).bottom)
  const topOf = (index: number) => heights.slice(0, index).reduce((sum, height) => sum + height, 0)
  const drawn = rows.map((row, index) => drawnRow(row, topOf(index)))
  const title = `${scenario.sku}: requests of the client and answers of the service, by time`
  const width = GUTTER + sheet.row + RIGHT
  const bottom = topOf(rows.length)
  return html`<svg class="timeline" viewBox="0 0 ${width} ${bottom + NOTE}" role="img">
<title>${title}</title>
<desc>${description(scenario)}</desc>${drawn}
<text class="quiet" x="${GUTTER}" y="${bottom + 4}">${layout.isToScale ? 'time, to scale' : 'time, not to scale'}</text>
</svg>`
}

/** A summary of the picture in words and numbers. Each request is in the list below. */
export function description({ timeline, durationMs }: ScenarioReport): string {
  const recorded = timeline.filter(({ effect }) => effect === 'recorded').length
  const undelivered = timeline.filter((entry) => deliveryOf(entry) !== 'delivered').length
  const broken = timeline.filter(({ breaks }) => breaks.length > 0)
  const clauses = [...new Set(broken.flatMap(({ breaks }) => breaks))].join(', ')
  return [
    `${counted(timeline.length, 'request')} in ${duration(durationMs)}.`,
    `${counted(recorded, 'purchase')} recorded.`,
    ...(undelivered === 0 ? [] : [`${counted(undelivered, 'answer')} did not arrive.`]),
    ...(broken.length === 0 ? [] : [`${counted(broken.length, 'request')} against a clause: ${clauses}.`]),
  ].join(' ')
}

/** The left edge of a row: the names of the lanes are left of it. */
const GUTTER = 68

/** One row of a picture, drawn from `top` on. */
function drawnRow(row: TimelineRow, top: number): Markup {
  const heights = heightsOf(row)
  const { client, service } = heights
  return html`
<g transform="translate(${GUTTER} ${top})">
${row.shades.map((shade) => shadeDrawn(shade, heights))}
${row.ticks.map((tick) => tickDrawn(tick, heights))}
${row.above.map((label) => leader(label, client - 4, above(label, heights) + 3))}
${row.below.map((label) => leader(label, service + 4, below(label, heights) - 10))}
${row.client === null ? null : laneDrawn(row.client, client)}
${laneDrawn(row.service, service)}
<text class="lane-name" x="-10" y="${client + 4}">client</text>
<text class="lane-name" x="-10" y="${service + 4}">service</text>
${row.spans.map(({ from, to }) => html`<path class="span" d="M${px(from)} ${service}H${px(to)}"/>`)}
${row.ticks.map((tick) => breakDrawn(tick, heights))}
${row.arrows.map((arrow) => [requestArrow(arrow, heights), answerArrow(arrow, heights)])}
${row.arrows.map((arrow) => commitPoint(arrow, heights))}
${row.exitX === null ? null : html`<path class="exit" d="M${px(row.exitX)} ${client - 7}v14"/>`}
${row.above.map((label) => labelDrawn(label, above(label, heights)))}
${row.below.map((label) => labelDrawn(label, below(label, heights)))}
</g>`
}

function above({ track }: PlacedLabel, { client }: Heights): number {
  return client - 10 - track * LINE
}

function below({ track }: PlacedLabel, { service }: Heights): number {
  return service + 20 + track * LINE
}

function labelDrawn({ left, text, tone }: PlacedLabel, y: number): Markup {
  return html`<text class="${tone}" x="${px(left)}" y="${y}">${text}</text>`
}

/** A line to a label that is not next to its lane. */
function leader({ x, track, tone }: PlacedLabel, from: number, to: number): Markup | null {
  return track === 0 ? null : html`<path class="leader ${tone}" d="M${px(x)} ${from}V${to}"/>`
}

function laneDrawn({ from, to }: Lane, y: number): Markup {
  return html`<path class="lane" d="M${px(from)} ${y}H${px(to)}"/>`
}

function shadeDrawn({ from, to, endsHere, label }: RowShade, { client, service }: Heights): Markup {
  const middle = (client + service) / 2 + 4
  return html`<rect class="wait" x="${px(from)}" y="${client}" width="${px(to - from)}" height="${service - client}"/>${
    endsHere ? html`<path class="wait-end" d="M${px(to)} ${client}V${service}"/>` : null
  }${label === null ? null : html`<text class="wait-label" x="${px(label.x)}" y="${middle}">${label.text}</text>`}`
}

function tickDrawn({ x, label, isBreak }: Tick, { client, axis }: Heights): Markup {
  const text = html`<text class="tick" x="${px(x)}" y="${axis}">${label}</text>`
  return isBreak ? text : html`<path class="grid" d="M${px(x)} ${client}V${axis - 12}"/>${text}`
}

/** A break of the scale also breaks the lanes. */
function breakDrawn({ x, isBreak }: Tick, { client, service }: Heights): Markup | null {
  if (!isBreak) return null
  return html`${[client, service].map(
    (y) =>
      html`<path class="gap" d="M${px(x - 6)} ${y + 7}l5 -14h7l-5 14z"/><path class="gap-edge" d="M${px(x - 6)} ${y + 7}l5 -14M${px(x + 1)} ${y + 7}l5 -14"/>`,
  )}`
}

const HEAD = 7
const HALF_HEAD = 3.5

/** How far an answer got from the service, as a share of the way. */
const REACH = { lost: 0.3, cut: 0.6, none: 0 } as const

/** From the client to the service. */
function requestArrow({ requestX, blame }: RowArrow, { client, service }: Heights): Markup | null {
  if (requestX === null) return null
  const foot = service - 5
  return html`<g class="request${blame === null ? '' : ` ${blame}`}"><path class="shaft" d="M${px(requestX)} ${client}V${foot - HEAD}"/><path class="head" d="M${px(requestX)} ${foot}l${-HALF_HEAD} ${-HEAD}h${HEAD}z"/></g>`
}

/** From the service to the client; or as far as it got. */
function answerArrow({ answerX, delivery }: RowArrow, { client, service }: Heights): Markup | null {
  if (answerX === null || delivery === 'none') return null
  const x = px(answerX)
  if (delivery === 'delivered') {
    const tip = client + 4
    return html`<g class="answer"><path class="shaft" d="M${x} ${service}V${tip + HEAD}"/><path class="head" d="M${x} ${tip}l${-HALF_HEAD} ${HEAD}h${HEAD}z"/></g>`
  }
  const end = Math.round(service - (service - client) * REACH[delivery])
  return html`<g class="answer lost"><path class="shaft" d="M${x} ${service}V${end + 5}"/><path class="cross" d="M${px(answerX - 4.5)} ${end - 4.5}l9 9m0 -9l-9 9"/></g>`
}

/** The moment from which an order is bought, and each at which it was found again. */
function commitPoint({ requestX, effect, blame }: RowArrow, { service }: Heights): Markup | null {
  if (requestX === null || effect === null || effect === 'none') return null
  const blamed = blame !== null && effect === 'recorded' ? ` ${blame}` : ''
  return html`<circle class="${effect}${blamed}" cx="${px(requestX)}" cy="${service}" r="${effect === 'recorded' ? 5 : 4}"/>`
}

/** A length in a picture, rounded to a tenth of a pixel. */
function px(length: number): string {
  return String(Number(length.toFixed(1)))
}
