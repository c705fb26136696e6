import type { ScenarioReport } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { duration } from '../markup/time.ts'
import { counted } from '../text/counted.ts'
import { deliveryOf } from '../text/delivery-words.ts'
import { heightsOf } from './layout/heights.ts'
import { layoutOf, ROW } from './layout/layout.ts'
import { rowsOf } from './layout/rows.ts'
import { drawnRow, GUTTER } from './row-drawing.ts'

const WIDTH = GUTTER + ROW + 20

/** A scenario as a picture: two lanes, the time to the right, an arrow for each request and each answer. */
export function timelinePicture(scenario: ScenarioReport): Markup {
  const rows = rowsOf(layoutOf(scenario))
  const heights = rows.map((row) => heightsOf(row).bottom)
  const topOf = (index: number) => heights.slice(0, index).reduce((sum, height) => sum + height, 0)
  const drawn = rows.map((row, index) => drawnRow(row, topOf(index)))
  const title = `${scenario.sku}: requests of the client and answers of the service, by time`
  return html`<svg class="timeline" viewBox="0 0 ${WIDTH} ${topOf(rows.length)}" role="img">
<title>${title}</title>
<desc>${description(scenario)}</desc>${drawn}
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
