import type { Judgement } from '../../../../certification/judge-journal.ts'
import type { CertificationProgress } from '../../../../certification/runner/progress.ts'
import { errorLine } from '../../../../certification/start/client-trace.ts'
import type { CertificationView, ScenarioView } from '../../../../contract/report/certification-view.ts'
import type { ClauseReport, Report, ScenarioReport } from '../../../../contract/report/report.ts'
import type { Scenario } from '../../../../contract/scenario/scenario.ts'
import { harmless } from '../../../../contract/text/harmless.ts'
import type { PageEvent } from '../../../../mock-server/admin/events/feed.ts'
import { type Conclusion, conclusionOf } from '../../../certification/conclusion.ts'

const SETTLED = 'Its purchase is settled. It is judged at the end of the run.'
const INTERRUPTED = 'It was interrupted.'
const NOT_REACHED = 'The run ended before its purchase.'

type Versioned<View> = { readonly view: View; readonly version: number }

/** A certification as its page shows it: each page asks for what has changed since it asked before. */
export class ShownCertification {
  readonly #scenarios = new Map<string, Versioned<ScenarioView>>()
  #run: Versioned<CertificationView>
  #version = 0
  /** What the scenario of each card is called; null where they have the same names. */
  #own: ReadonlyMap<string, string> | null = null

  constructor(client: string) {
    this.#run = { view: { client, conclusion: null }, version: 0 }
  }

  see(progress: CertificationProgress): void {
    if (progress.event === 'begun')
      for (const scenario of progress.scenarios) this.#show(waitingView(scenario))
    else if (progress.event === 'listening') this.#own = progress.own
    else if (progress.event === 'started')
      this.#change(progress.sku, { state: 'running', startedAt: Date.now() })
    else if (progress.event === 'stage') {
      const state = progress.stage === 'untouched' ? 'waiting' : 'running'
      const name = this.#own?.get(progress.sku) ?? progress.sku
      this.#change(name, { state, note: progress.stage === 'ended' ? SETTLED : null })
    } else if (progress.event === 'ended') this.#end(progress)
  }

  /** Records the result of the run; with a sentence alone, there is no verdict. */
  conclude(judgement: Judgement | string): void {
    if (this.#run.view.conclusion !== null) return
    const report = typeof judgement === 'string' ? undefined : judgement.report
    for (const { view } of [...this.#scenarios.values()]) {
      const judged = report?.scenarios?.find(({ sku }) => sku === view.sku)
      if (report !== undefined && judged !== undefined)
        this.#change(view.sku, {
          ...judgedView(judged, report.clauses),
          note: view.report === null ? null : view.note,
        })
      else if (view.report === null)
        this.#change(view.sku, { state: 'incomplete', note: view.note ?? NOT_REACHED })
    }
    this.#version += 1
    const conclusion: Conclusion =
      typeof judgement === 'string'
        ? { title: 'NO VERDICT', because: null, style: 'yellow', sentences: [judgement] }
        : withStartFailure(conclusionOf(judgement), judgement.report)
    this.#run = { view: { ...this.#run.view, conclusion }, version: this.#version }
  }

  /** What has changed since a version, as events of a page's stream, and the version now. The first version is 0. */
  changesSince(version: number): { readonly version: number; readonly events: readonly PageEvent[] } {
    const events = [...this.#scenarios.values()]
      .filter((scenario) => scenario.version > version)
      .map(({ view }): PageEvent => ({ event: 'scenario', data: JSON.stringify(view) }))
    // It comes last: when a page reads the conclusion, it has everything else.
    if (this.#run.version > version)
      events.push({ event: 'certification', data: JSON.stringify(this.#run.view) })
    return { version: this.#version, events }
  }

  #end({ sku, report, clauses, stderr }: Extract<CertificationProgress, { event: 'ended' }>): void {
    const error = report === null || report.outcome === 'kept' ? null : errorLine(stderr)
    if (report === null) this.#change(sku, { state: 'incomplete', note: INTERRUPTED })
    else
      this.#change(sku, {
        ...judgedView(report, clauses),
        note: error === null ? null : `Its client wrote: ${error}`,
      })
  }

  #change(sku: string, parts: Partial<ScenarioView>): void {
    const known = this.#scenarios.get(sku)
    if (known !== undefined) this.#show({ ...known.view, ...parts })
  }

  #show(view: ScenarioView): void {
    this.#version += 1
    this.#scenarios.set(view.sku, { view, version: this.#version })
  }
}

/** The page has no other place for why no scenario could begin. */
function withStartFailure(conclusion: Conclusion, { startFailure }: Report): Conclusion {
  if (startFailure === undefined) return conclusion
  const { message, remedy } = startFailure
  return { ...conclusion, sentences: [message, remedy, ...conclusion.sentences] }
}

function waitingView({ sku, name, story }: Scenario): ScenarioView {
  return { sku, name, story, state: 'waiting', startedAt: null, note: null, clauses: [], report: null }
}

function judgedView(
  report: ScenarioReport,
  clauses: readonly ClauseReport[],
): Pick<ScenarioView, 'state' | 'clauses' | 'report'> {
  // What the client wrote can be long. The report has it.
  const { output: _, ...drawn } = report
  const shown = clauses.map(({ id, level, section, text, checks }) => ({
    id,
    level,
    section,
    text,
    verdict: report.clauses[id] ?? 'not-observed',
    message: checks.find((check) => check.id === `${id}/${report.sku}`)?.message ?? null,
  }))
  return harmless({ state: report.outcome, clauses: shown, report: drawn })
}
