import type { ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { html, Markup } from '../markup/markup.ts'
import { duration } from '../markup/phrasing.ts'
import { blameOf } from '../text/said.ts'
import {
  answerWords,
  deliveryOf,
  excerptOf,
  exitWords,
  moment,
  omittedWords,
  requestWords,
} from '../text/timeline-lines.ts'
import { arrivalMarks, endOf, exitMark, percent, requestMarks } from './row-marks.ts'
import { type TimeScale, ticksOf, timeScale } from './time-scale.ts'

/** From so many equal requests on, they are one row, which unfolds. */
const LEAST_RUN = 4

const LOST = new Markup(' class="lost"')

export type Shown = Pick<ScenarioReport, 'sku' | 'timeline' | 'exit' | 'omitted' | 'durationMs'>

/** A scenario by time: a row for each request, in words, and on a track from the first request to the end. */
export function timelineFigure(scenario: Shown): Markup {
  const { timeline, exit, omitted } = scenario
  if (timeline.length === 0) return html`<p class="none">The client sent nothing.</p>`
  const scale = scaleOf(scenario)
  const row = (entry: TimelineEntry) => requestRow(entry, scenario, scale)
  const rows = runsOf(timeline).map((run) =>
    run.length < LEAST_RUN ? run.map(row) : runRow(run, row, scenario, scale),
  )
  return html`<figure class="timeline" aria-label="${scenario.sku}: requests of the client and answers of the service, by time">
<figcaption class="unseen">${description(scenario)}</figcaption>
${axis(scale)}
<ol>${rows}${omitted === 0 ? null : html`\n<li class="row"><span class="quiet">${omittedWords(omitted)}.</span></li>`}${
    exit === null
      ? null
      : html`\n<li class="row"><span class="at">${moment(exit.atMs, scenario)}</span> <span>client ${exitWords(exit)}</span>${track(exitMark(exit.atMs, scale))}</li>`
  }
</ol>
</figure>`
}

export function timelineExcerpt(scenario: ScenarioReport, clause: string): Markup {
  const { before, shown, after } = excerptOf(scenario, clause)
  const isWhole = before + after === 0
  return timelineFigure({
    ...scenario,
    timeline: [...shown],
    omitted: before + after,
    exit: isWhole ? scenario.exit : null,
  })
}

export function description({ timeline, durationMs }: Shown): string {
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

/** From the first request to the end: how long a process needs to start says nothing. */
function scaleOf({ timeline, exit }: Shown): TimeScale {
  const ends = timeline.flatMap((entry) => [
    entry.arrivedMs,
    endOf(entry),
    entry.allowedFromMs ?? entry.arrivedMs,
  ])
  return timeScale(exit === null ? ends : [...ends, exit.atMs])
}

function axis(scale: TimeScale): Markup {
  const ticks = ticksOf(scale).map(({ at, label, isBreak }) => {
    const x = percent(at)
    const side = isBreak ? 'break' : at > 0.9 ? 'last' : 'tick'
    return html`<text class="${side}" x="${x}" y="12">${label}</text><rect x="${x}" y="16" width="1" height="4"/>`
  })
  return html`<svg class="axis" aria-hidden="true">${ticks}</svg>`
}

function requestRow(entry: TimelineEntry, scenario: Shown, scale: TimeScale): Markup {
  return html`\n<li class="row"><span class="at">${moment(entry.arrivedMs, scenario)}</span> <span><bdi>${requestWords(entry)}</bdi> → ${answered(entry)}${blamed([entry])}</span>${track(requestMarks(entry, scale))}</li>`
}

function runRow(
  run: readonly TimelineEntry[],
  row: (entry: TimelineEntry) => Markup,
  scenario: Shown,
  scale: TimeScale,
): Markup {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return html``
  return html`\n<li><details class="run"><summary class="row"><span class="at">${moment(first.arrivedMs, scenario)}</span> <span>${run.length} × <bdi>${requestWords(first)}</bdi> → ${answered(first)}, until ${moment(last.arrivedMs, scenario)}${blamed(run)}</span>${track(arrivalMarks(run, scale))}</summary>
<ol>${run.map(row)}
</ol></details></li>`
}

function answered(entry: TimelineEntry): Markup {
  const isLost = deliveryOf(entry) !== 'delivered'
  return html`<bdi${isLost ? LOST : null}>${answerWords(entry)}</bdi>`
}

/** What some requests break: how early one of them came, or how many of several break it. */
function blamed(run: readonly TimelineEntry[]): Markup | null {
  const wrong = run.filter(({ breaks }) => breaks.length > 0)
  const [first] = wrong
  if (first === undefined) return null
  const clauses = [...new Set(wrong.flatMap(({ breaks }) => breaks))]
  const early = wrong.flatMap(({ allowedFromMs, arrivedMs }) =>
    allowedFromMs !== null && arrivedMs < allowedFromMs ? [(allowedFromMs - arrivedMs) / 1000] : [],
  )
  const most = Math.max(...early)
  const seconds = `${most.toFixed(most < 0.1 ? 3 : 2)} s early`
  const share = run.length === 1 ? '' : `${wrong.length} of them: `
  const words = early.length === 0 ? '' : run.length === 1 ? `, ${seconds}` : `, up to ${seconds}`
  const blame = blameOf(clauses) ?? 'broken'
  return html` <b class="${blame}">${blame === 'broken' ? '✕' : '!'} ${share}${clauses.join(', ')}${words}</b>`
}

function runsOf(timeline: readonly TimelineEntry[]): readonly (readonly TimelineEntry[])[] {
  const runs: TimelineEntry[][] = []
  let before = ''
  for (const entry of timeline) {
    const said = `${requestWords(entry)} ${answerWords(entry)}`
    if (said === before) runs.at(-1)?.push(entry)
    else runs.push([entry])
    before = said
  }
  return runs
}

function track(marks: Markup | readonly Markup[]): Markup {
  return html`<svg class="track" aria-hidden="true">${marks}</svg>`
}
