import type { Report, ScenarioReport } from '../../contract/report/report.ts'
import { LOOKS } from '../../reporting/text/said.ts'
import { type Paint, printable } from '../terminal/terminal.ts'

const SKU_WIDTH = 28
const LONGEST_CARD = 64

/** Broken clauses follow at the end of the run: some of them show only in all scenarios together. */
export function outcomeLine(
  { sku, card, outcome, clauses, durationMs, exit, timeline }: ScenarioReport,
  paint: Paint,
): string {
  const named = (verdict: string) => Object.keys(clauses).filter((id) => clauses[id] === verdict)
  const unseen = named('not-observed')
  const remarks = [
    ...(outcome === 'incomplete' ? [hasBought(timeline) ? `not seen: ${few(unseen)}` : endOf(timeline)] : []),
    ...(exit?.cause === 'time-limit' ? ['ended by the kit: its time was up'] : []),
    ...(exit?.cause === 'flood' ? ['ended by the kit: it sent too much'] : []),
  ]
  // What had to be ended is never a plain mark of success.
  const isPlain = outcome !== 'kept' || exit === null || exit.cause === 'exited'
  const { sign, style } = LOOKS[outcome]
  const mark = isPlain ? paint(style, sign) : paint('yellow', '!')
  return `${mark} ${timed(sku, durationMs)}  ${paint(style, outcome)}${remarks.map((remark) => `; ${remark}`).join('')}${card === undefined ? '' : paint('dim', `  ${printable(card, LONGEST_CARD)}`)}`
}

export function timed(name: string, durationMs: number): string {
  return name.padEnd(SKU_WIDTH) + seconds(durationMs).padStart(8)
}

const NAMED = 3

function few(ids: readonly string[]): string {
  return ids.length > NAMED ? `${ids.length} clauses` : ids.join(', ')
}

function hasBought(timeline: ScenarioReport['timeline']): boolean {
  return timeline.some(({ operation, httpStatus }) => operation === 'createOrder' && httpStatus !== 401)
}

/** How far a client came that bought nothing. */
function endOf(timeline: ScenarioReport['timeline']): string {
  const last = timeline.at(-1)
  if (last === undefined) return 'sent no request'
  const { method, target, httpStatus } = last
  return `no purchase; the last request was ${printable(method, 10)} ${printable(target, 40)} → ${httpStatus ?? 'no answer'}`
}

const SHOWN = 3

/** The start of a client matters where a run took so much longer than its longest scenario. */
const NOTABLE_MS = 1_000

const SIDE_BY_SIDE = 'side by side'

/** For a service, only the whole time is known. `jobs`: how many ran at a time, by default all, as far as is known. */
export function timeLine(
  { scenarios, durationMs }: Pick<Report, 'scenarios' | 'durationMs'>,
  jobs?: number,
): string {
  const started = (scenarios ?? []).filter(({ exit }) => exit !== null)
  const longest = started.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SHOWN)
  if (started.length < 2) return `${seconds(durationMs)} in all.`
  const parts = longest.map(({ sku, durationMs: taken }) => `${sku} ${seconds(taken)}`)
  const how = jobs === undefined || jobs >= started.length ? SIDE_BY_SIDE : `${jobs} at a time`
  const line = `${seconds(durationMs)} in all, ${how}. The longest: ${parts.join(', ')}.`
  const more = durationMs - (longest[0]?.durationMs ?? 0)
  return more < NOTABLE_MS ? line : `${line} ${startWords(started, more, how)}`
}

/** Processes start one after another, each once the one before it has sent its first request. */
function startWords(started: readonly ScenarioReport[], moreMs: number, how: string): string {
  const starts = started.map(({ timeline, durationMs }) => timeline[0]?.arrivedMs ?? durationMs)
  const each = starts.reduce((sum, one) => sum + one, 0) / starts.length
  const why = how === SIDE_BY_SIDE ? '' : `, since ${how} ran, and`
  return `It took ${seconds(moreMs)} more than the longest${why} for start-up: ${starts.length} starts of the client, one after another, each ${seconds(each)} to its first request.`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
