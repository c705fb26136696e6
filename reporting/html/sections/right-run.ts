import type { Report, ScenarioReport, TimelineEntry } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { type Shown, timelineFigure } from '../../timeline/figure.ts'
import runs from './right-runs.json' with { type: 'json' }

/** What most requests of a timeline have in common: it is left out of the file. */
const USUAL = {
  fault: null,
  effect: null,
  partnerReference: null,
  orderStatus: null,
  pollAfterSeconds: null,
  allowedFromMs: null,
  delivery: 'delivered',
  breaks: [],
} as const satisfies Partial<TimelineEntry>

/** The requests of the reference client in one scenario. */
type RightRun = {
  readonly name: string
  readonly timeline: readonly Partial<TimelineEntry>[]
} & Pick<ScenarioReport, 'sku' | 'exit' | 'durationMs'>

/** The runs of a report as the file beside this one has them. */
export function rightRunsOf({ scenarios }: Report): readonly RightRun[] {
  return (scenarios ?? []).map(({ sku, name, timeline, exit, durationMs }) => ({
    sku,
    name,
    durationMs: Math.round(durationMs),
    exit: exit && { ...exit, atMs: Math.round(exit.atMs) },
    timeline: timeline.map(shortened),
  }))
}

function shortened(entry: TimelineEntry): Partial<TimelineEntry> {
  const usual = new Map<string, unknown>(Object.entries(USUAL))
  const rest = Object.entries(entry).filter(([key, value]) => String(usual.get(key)) !== String(value))
  return Object.fromEntries(
    rest.map(([key, value]) => [key, typeof value === 'number' ? Math.round(value) : value]),
  )
}

/** How the reference client goes through the same scenario, folded; nothing where the scenario is not one of the kit's. */
export function rightRun({ sku, name }: ScenarioReport): Markup | null {
  // What stands in the file was written by `rightRunsOf`.
  const run = (runs as unknown as readonly RightRun[]).find((one) => one.sku === sku && one.name === name)
  if (run === undefined) return null
  const timeline = run.timeline.map((entry) => ({ ...USUAL, ...entry }) as TimelineEntry)
  const shown: Shown = { ...run, sku: `${sku}, done right`, timeline, omitted: 0 }
  return html`<details class="output">
<summary>The same scenario, done right</summary>
<p class="side">The kit's reference client, at a service of the default profile.</p>
${timelineFigure(shown)}
</details>`
}
