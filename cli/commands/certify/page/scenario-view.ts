import type { ScenarioView } from '../../../../contract/report/certification-view.ts'
import type { ClauseReport, ScenarioReport } from '../../../../contract/report/report.ts'
import type { Scenario } from '../../../../contract/scenario/scenario.ts'
import { harmless } from '../../../../contract/text/harmless.ts'

/** A scenario that no client was started for. */
export function waitingView({ sku, name, story }: Scenario): ScenarioView {
  return { sku, name, story, state: 'waiting', startedAt: null, note: null, clauses: [], report: null }
}

/** The result of a scenario. */
export function judgedView(
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
