import { isCertified } from '../contract/report/certified.ts'
import type { ClauseReport, Report, ScenarioReport } from '../contract/report/report.ts'
import { reportSeal } from './journal/journal.ts'
import type { RunHead } from './journal/journal-schema.ts'
import { readJournal } from './journal/read-journal.ts'
import { type CertificationFacts, judgeTrials } from './judge-trials.ts'
import { conclude } from './report/conclude.ts'
import { scenarioTable } from './report/scenario-report.ts'
import { RULES_VERSION } from './rules.ts'
import { isPreflight } from './start/ordinary-card.ts'
import { namesOf, type Trial } from './trial.ts'

/** What a journal says of a client. */
export type Judgement = {
  readonly report: Report
  readonly isCertified: boolean
  /** Whether every scenario that there is was to be run, and every built-in one is among them as it is. */
  readonly isWhole: boolean
  /** The SKUs of the scenarios that were to be run and were not kept, in the order of the table. */
  readonly notKept: readonly string[]
  /** What has to be said of the journal itself; null where it is of these rules. */
  readonly note: string | null
}

/** How a journal is judged. */
export type JudgeOptions = {
  /** What to call the journal in an error. Default: the journal. */
  readonly source?: string | undefined
  /** Whether a broken clause of level should fails the run. Default: no. */
  readonly isStrict?: boolean | undefined
}

const REHEARSAL = 'It was run again at each change of the client, which gives no certificate.'

/**
 * Judges a journal, from what is in it and nothing else: now or later, the verdicts are the same.
 *
 * @throws {JournalError} for one that can't be judged.
 *
 * @example
 * judge(readFileSync('report/journal.jsonl')).isCertified // true
 */
export function judgeJournal(journal: Uint8Array | string, options: JudgeOptions = {}): Judgement {
  const { source = 'the journal', isStrict = false } = options
  const bytes = typeof journal === 'string' ? Buffer.from(journal) : journal
  const { head, trials, note } = readJournal(bytes, source, RULES_VERSION)
  const { digest } = reportSeal(bytes, RULES_VERSION)
  const judged = judgeTrials(trials, head.profile, factsOf(head, digest))
  const table = scenarioTable(
    head.scenarios.filter((scenario) => !isPreflight(scenario)),
    typeof head.seed === 'number',
  )
  const ending = head.ending ?? (head.rehearsal === true ? REHEARSAL : null)
  const { changed: _, ...compared } = table
  const concluded = conclude(judged, { trials, ending, isStrict, table })
  const report = { ...concluded, scenarioTable: compared }
  const isWhole =
    table.builtIn && head.rehearsal !== true && head.scenarios.every(({ sku }) => head.planned.includes(sku))
  const kept = new Set(report.scenarios?.flatMap(({ sku, outcome }) => (outcome === 'kept' ? sku : [])))
  const notKept = head.scenarios
    .filter((scenario) => head.planned.includes(scenario.sku) && !isPreflight(scenario))
    .flatMap(({ sku }) => (kept.has(sku) ? [] : sku))
  return { report, isCertified: isWhole && isCertified(report), isWhole, notKept, note }
}

/** What one trial alone shows: its scenario, and the clauses. */
export function judgeTrial(
  trial: Trial,
  head: RunHead,
): { readonly report: ScenarioReport | null; readonly clauses: readonly ClauseReport[] } {
  const facts = { ...factsOf(head, null), scenarios: [{ ...trial.scenario, sku: namesOf(trial).sku }] }
  const { scenarios, clauses } = judgeTrials([trial], head.profile, facts)
  return { report: scenarios?.[0] ?? null, clauses }
}

function factsOf(head: RunHead, digest: string | null): CertificationFacts {
  // The mock has no other mode.
  return { ...head, mode: 'TEST', startedAt: Date.parse(head.startedAt), digest }
}
