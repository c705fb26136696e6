import type { Report, ScenarioReport } from '../../contract/report/report.ts'
import { printable } from '../terminal/printable.ts'
import type { Paint } from '../terminal/terminal.ts'

const MARKS = { kept: '✓', broken: '✗', incomplete: '○' } as const
const STYLES = { kept: 'green', broken: 'red', incomplete: 'yellow' } as const

const SKU_WIDTH = 28

/**
 * One scenario that has ended, as a line: its outcome, and how long it took. The broken clauses follow at the end of the
 * run: some of them show only in all scenarios together.
 */
export function outcomeLine(
  { sku, outcome, clauses, durationMs, exit, timeline }: ScenarioReport,
  paint: Paint,
): string {
  const named = (verdict: string) => Object.keys(clauses).filter((id) => clauses[id] === verdict)
  const unseen = named('not-observed')
  const remarks = [
    ...(outcome === 'incomplete' ? [hasBought(timeline) ? `not seen: ${few(unseen)}` : endOf(timeline)] : []),
    ...(exit?.cause === 'time-limit' ? ['ended by the kit: its time was up'] : []),
    ...(exit?.cause === 'flood' ? ['ended by the kit: it sent too much'] : []),
  ]
  return `${paint(STYLES[outcome], MARKS[outcome])} ${sku.padEnd(SKU_WIDTH)}${seconds(durationMs).padStart(8)}  ${paint(STYLES[outcome], outcome)}${remarks.map((remark) => `; ${remark}`).join('')}`
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

/** How long a run took, and its longest scenarios. For a service, only the whole time is known. */
export function timeLine({ scenarios, durationMs }: Pick<Report, 'scenarios' | 'durationMs'>): string {
  const started = (scenarios ?? []).filter(({ exit }) => exit !== null)
  const longest = started.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SHOWN)
  if (longest.length === 0) return `${seconds(durationMs)} in all.`
  const parts = longest.map(({ sku, durationMs: taken }) => `${sku} ${seconds(taken)}`)
  return `${seconds(durationMs)} in all, side by side. The longest: ${parts.join(', ')}.`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
