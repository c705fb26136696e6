import type { ScenarioReport, TimelineEntry } from '../contract/report/report.ts'
import { counted } from '../contract/text/listed.ts'
import { html, type Markup } from '../reporting/markup/markup.ts'
import { duration } from '../reporting/markup/phrasing.ts'
import { blameOf } from '../reporting/text/said.ts'
import { answerWords, deliveryOf, exitWords, named, omittedWords } from '../reporting/text/timeline-lines.ts'

/** From so many equal requests on, they are one row. */
const LEAST_RUN = 4

export type Requests = Pick<ScenarioReport, 'timeline' | 'exit' | 'omitted' | 'durationMs'>

/** The requests of a scenario by time: each with its answer, the wait that it asks for, and the clauses that it breaks. */
export function requestTable(scenario: Requests): Markup {
  const { timeline, exit, omitted } = scenario
  if (timeline.length === 0) return html`<p class="none">The client sent nothing.</p>`
  const isAsked = timeline.some((entry) => waitOf(entry) !== '')
  const heads = ['Time', 'Request', 'Answer', ...(isAsked ? ['Wait'] : [])]
  const rows = runsOf(timeline).map((run) => requestRow(run, scenario, isAsked))
  const left = omitted === 0 ? null : closingRow('', `${omittedWords(omitted)}.`)
  const ended = exit === null ? null : closingRow(moment(exit.atMs, scenario), `client ${exitWords(exit)}`)
  return html`<table class="requests" role="table">
<caption class="unseen">${description(scenario)}</caption>
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}${left}${ended}
</tbody>
</table>`
}

function description({ timeline, durationMs }: Requests): string {
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

/** Equal requests with equal answers, one after the other. */
type Run = readonly [TimelineEntry, ...TimelineEntry[]]

function runsOf(timeline: readonly TimelineEntry[]): readonly Run[] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = []
  let before = ''
  for (const entry of timeline) {
    const said = [requestWords(entry), answerWords(entry), ...entry.breaks].join(' ')
    if (said === before) runs.at(-1)?.push(entry)
    else runs.push([entry])
    before = said
  }
  return runs.flatMap((run): Run[] => (run.length < LEAST_RUN ? run.map((entry) => [entry]) : [run]))
}

function requestRow(run: Run, scenario: Requests, isAsked: boolean): Markup {
  const [first] = run
  const { arrivedMs, breaks } = first
  const last = run.at(-1) ?? first
  const isDelivered = deliveryOf(first) === 'delivered'
  const many = run.length === 1 ? null : html`${run.length} × `
  const until = run.length === 1 ? null : html`, until ${moment(last.arrivedMs, scenario)}`
  const answer = answerWords({ ...first, pollAfterSeconds: null })
  return html`
<tr role="row" class="${blameOf(breaks) ?? 'plain'}">
<td role="cell" class="at">${moment(arrivedMs, scenario)}</td>
<th role="rowheader" scope="row">${many}<bdi>${requestWords(first)}</bdi>${until}${blamed(run)}</th>
<td role="cell" class="${isDelivered ? 'answer' : 'answer lost'}"><bdi>${answer}</bdi></td>
${isAsked ? html`<td role="cell" class="wait">${waitOf(first)}</td>` : null}
</tr>`
}

/** How long an answer that arrived asks to wait. */
function waitOf(entry: TimelineEntry): string {
  const { pollAfterSeconds } = entry
  return deliveryOf(entry) === 'delivered' && pollAfterSeconds !== null ? `${pollAfterSeconds} s` : ''
}

function closingRow(at: string, words: string): Markup {
  return html`
<tr role="row"><td role="cell" class="at">${at}</td><td role="cell" colspan="3" aria-colspan="3">${words}</td></tr>`
}

/** What equal requests break, and how early the earliest came. */
function blamed(run: Run): Markup | null {
  const { breaks } = run[0]
  const blame = blameOf(breaks)
  if (blame === null) return null
  const early = run.map(({ allowedFromMs, arrivedMs }) => ((allowedFromMs ?? arrivedMs) - arrivedMs) / 1000)
  const most = Math.max(...early)
  const seconds = `${most.toFixed(most < 0.1 ? 3 : 2)} s early`
  const words = most <= 0 ? '' : run.length === 1 ? `, ${seconds}` : `, up to ${seconds}`
  return html` <b class="${blame}">${blame === 'broken' ? '✕' : '!'} ${breaks.join(', ')}${words}</b>`
}

function requestWords({ method, target, operation, partnerReference }: TimelineEntry): string {
  const isNamed = operation === 'createOrder' && partnerReference !== null
  return `${named(method)} ${named(target)}${isNamed ? ` as ${named(partnerReference)}` : ''}`
}

/** A moment of a scenario: to the hundredth of a second, or to the millisecond when all of it took less than a second. */
function moment(milliseconds: number, { durationMs }: Pick<ScenarioReport, 'durationMs'>): string {
  return `t+${(milliseconds / 1000).toFixed(durationMs < 1000 ? 3 : 2)}`
}
