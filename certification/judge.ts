import type { Profile } from '../contract/profile/profile.ts'
import { isCertified } from '../contract/report/certified.ts'
import { newReport, type RunFacts } from '../contract/report/new-report.ts'
import type { Report, ScenarioReport } from '../contract/report/report.ts'
import { outcomeOf } from '../contract/report/verdict.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { listed } from '../contract/text/listed.ts'
import { type Analysis, readRun } from './analysis.ts'
import { type RunHead, readJournal, reportDigest } from './journal.ts'
import { isPreflight } from './preflight-scenario.ts'
import { clauseReports } from './report/clause-reports.ts'
import { conclude, missingWords } from './report/conclude.ts'
import { remarksOn } from './report/remarks.ts'
import { hasBoughtFewer, scenarioReport, scenarioTable } from './report/scenario-report.ts'
import { assumptionReports, profileFacts, subjectOf } from './report/subject.ts'
import { judgeAnalysis, RULES_VERSION } from './rules.ts'
import { startFailureOf } from './start-failure.ts'
import { namesOf, type Trial } from './trial.ts'

/** What a journal says of a client. */
export type Judgement = {
  readonly report: Report
  readonly isCertified: boolean
  /** Whether every scenario that there is was to be run, every built-in one is among them as it is, and no card had the name of its scenario. */
  readonly isWhole: boolean
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

const PLAIN_CARDS =
  'A certificate requires cards whose names say nothing, and each had the name of its scenario here. Run all scenarios without naming them.'

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
  const judged = judgeTrials(trials, head.profile, factsOf(head, reportDigest(bytes, RULES_VERSION)))
  const scenarios = head.scenarios.filter((scenario) => !isPreflight(scenario))
  const table = scenarioTable(scenarios)
  const { changed: _, ...compared } = table
  const isPlanned = scenarios.every(({ sku }) => head.planned.includes(sku))
  const isSecret = scenarios.every(({ sku }) => (head.cards?.[sku] ?? sku) !== sku)
  const ending = head.ending ?? (isPlanned && !isSecret ? PLAIN_CARDS : null)
  const concluded = conclude(judged, { trials, ending, isStrict, table })
  const report = { ...concluded, scenarioTable: compared }
  const isWhole = table.builtIn && isPlanned && isSecret
  return { report, isCertified: isWhole && isCertified(report), isWhole, note }
}

/** What one trial alone shows. */
export function judgeTrial(trial: Trial, head: RunHead): ScenarioReport | null {
  const facts = { ...factsOf(head, null), scenarios: [{ ...trial.scenario, sku: namesOf(trial).sku }] }
  return judgeTrials([trial], head.profile, facts).scenarios?.[0] ?? null
}

function factsOf(head: RunHead, digest: string | null): CertificationFacts {
  // The mock has no other mode.
  return { ...head, mode: 'TEST', startedAt: Date.parse(head.startedAt), digest }
}

export type CertificationFacts = RunFacts &
  Pick<RunHead, 'command' | 'name' | 'rerun' | 'source' | 'challenge'> & {
    /** Every scenario that a certificate requires. A scenario without a trial leaves the run incomplete. */
    readonly scenarios: readonly Scenario[]
    /** The seal of the recording; null when it has none. */
    readonly digest: string | null
  }

/** Pure: the same trials, profile and facts give the same report, character by character. */
export function judgeTrials(trials: readonly Trial[], profile: Profile, facts: CertificationFacts): Report {
  const analyses = readRun(trials, profile)
  const judgements = analyses.map(judgeAnalysis)
  const { command, rerun, scenarios: table } = facts
  const run = { command, rerun, scenarios: table }
  const clauses = clauseReports(judgements, run)
  const startFailure = startFailureOf(analyses, run, clauses)
  const scenarios = judgements.map(scenarioReport)
  const missing = missingWords(facts.scenarios, scenarios)
  const fewer = fewerWords(analyses)
  const verdict = outcomeOf(clauses)
  const assumptions = assumptionReports(profile)
  const outcome = verdict === 'kept' && (fewer ?? missing) !== null ? 'incomplete' : verdict
  return {
    ...newReport('certify', facts),
    outcome,
    message: outcome === 'incomplete' ? (startFailure?.message ?? fewer ?? missing) : null,
    clauses,
    assumptions,
    // A failure says what was wrong. Of a scenario that is only incomplete, a remark alone does.
    remarks: judgements.flatMap((judgement, index) =>
      remarksOn(judgement, startFailure !== undefined || scenarios[index]?.outcome === 'broken'),
    ),
    scenarios,
    seal: facts.digest === null ? null : { rules: RULES_VERSION, digest: facts.digest },
    subject: subjectOf(facts, trials),
    profile: profileFacts(profile, assumptions),
    ...{ challenge: facts.challenge, startFailure },
    notTried: trials.some(({ scenario }) => scenario.restarts !== undefined) ? [] : ['crash-and-restart'],
  }
}

/** That a client does not read how many cards it is to buy; null where it does. */
function fewerWords(analyses: readonly Analysis[]): string | null {
  const fewer = analyses
    .filter((analysis) => hasBoughtFewer(analysis) && hasSettled(analysis))
    .map(({ trial }) => trial)
  const [first] = fewer
  if (first === undefined) return null
  return `The client bought 1 of ${first.scenario.purchases} cards in ${listed(
    fewer.map((trial) => namesOf(trial).sku),
    4,
  )}: it is to buy as many as SERVICE_PURCHASES says.`
}

/** One that never came to the end of its first card had another reason to buy no more. */
function hasSettled({ orders }: Analysis): boolean {
  return orders.every(({ received }) => received.at(-1)?.summary.isProcessing === false)
}
