import { html, type Markup } from '../markup/markup.ts'
import { answerArrow, commitPoint, requestArrow } from './arrow-drawing.ts'
import { type Heights, heightsOf, LINE } from './layout/heights.ts'
import type { PlacedLabel } from './layout/placement.ts'
import type { Lane, RowShade, TimelineRow } from './layout/rows.ts'
import type { Tick } from './layout/ticks.ts'
import { px } from './px.ts'

/** The left edge of a row: the names of the lanes are left of it. */
export const GUTTER = 68

/** One row of a picture, drawn from `top` on. */
export function drawnRow(row: TimelineRow, top: number): Markup {
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
