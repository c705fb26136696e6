import type { ScenarioReport } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { duration } from '../markup/time.ts'
import { counted } from '../text/counted.ts'
import { deliveryOf } from '../text/delivery-words.ts'
import { heightsOf } from './layout/heights.ts'
import { layoutOf, type Sheet, WIDE } from './layout/layout.ts'
import { rowsOf } from './layout/rows.ts'
import { drawnRow, GUTTER } from './row-drawing.ts'

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
