import type { Profile } from '../contract/profile/profile.ts'
import { isCertified } from '../contract/report/certified.ts'
import { newReport, type RunFacts } from '../contract/report/new-report.ts'
import type { Report, ScenarioReport } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { type Analysis, readRun } from './analysis.ts'
import { type RunHead, readJournal, reportDigest } from './journal.ts'
import { type RunEnd, runOutcome } from './outcome.ts'
import { isPreflight } from './preflight-scenario.ts'
import { clauseReports } from './report/clause-reports.ts'
import { remarksOn } from './report/remarks.ts'
import { changedWords, compareWithBuiltIn, scenarioReport } from './report/scenario-report.ts'
import { assumptionReports, profileFacts, subjectOf } from './report/subject.ts'
import { judgeAnalysis, RULES_VERSION } from './rules.ts'
import { startFailureOf } from './start-failure.ts'
import { namesOf, type Trial } from './trial.ts'

/** The verdict on a client, from its journal. */
export type Judgement = {
  readonly report: Report
  readonly isCertified: boolean
  /**
   * True if the run could have become a certificate: every scenario was planned, every built-in one unchanged, and no
   * card had the name of its scenario.
   */
  readonly isWhole: boolean
  /** A remark on the journal itself, if it was recorded under other rules; null otherwise. */
  readonly note: string | null
}

export type JudgeOptions = {
  /** The journal's name in an error message. Default: "the journal". */
  readonly source?: string | undefined
  /** Whether a broken `should` fails the run. Default: no. */
  readonly isStrict?: boolean | undefined
}

const PLAIN_CARDS =
  'A certificate requires cards with secret names, and here each had the name of its scenario. Run all scenarios without choosing any.'

/**
 * Judges a journal from its content alone, so that it gets the same verdicts at any time.
 *
 * @throws {JournalError} for a journal that can't be judged.
 *
 * @example
 * judge(readFileSync('report/journal.jsonl')).isCertified // true
 */
export function judgeJournal(journal: Uint8Array | string, options: JudgeOptions = {}): Judgement {
  const { source = 'the journal', isStrict = false } = options
  const bytes = typeof journal === 'string' ? Buffer.from(journal) : journal
  const { head, trials, note } = readJournal(bytes, source, RULES_VERSION)
  const scenarios = head.scenarios.filter((scenario) => !isPreflight(scenario))
  const { changed, ...scenarioTable } = compareWithBuiltIn(scenarios)
  const isPlanned = scenarios.every(({ sku }) => head.planned.includes(sku))
  const isSecret = scenarios.every(({ sku }) => (head.cards?.[sku] ?? sku) !== sku)
  const reservations = [
    head.ending ?? (isPlanned && !isSecret ? PLAIN_CARDS : null),
    scenarioTable.builtIn ? null : changedWords(changed),
  ].filter((sentence) => sentence !== null)
  const facts = { ...factsOf(head, reportDigest(bytes, RULES_VERSION)), reservations, isStrict }
  const report = { ...judgeTrials(trials, head.profile, facts), scenarioTable }
  const isWhole = scenarioTable.builtIn && isPlanned && isSecret
  return { report, isCertified: isWhole && isCertified(report), isWhole, note }
}

/** The report on one trial by itself; null if there is none. */
export function judgeTrial(trial: Trial, head: RunHead): ScenarioReport | null {
  const facts = { ...factsOf(head, null), scenarios: [{ ...trial.scenario, sku: namesOf(trial).sku }] }
  return judgeTrials([trial], head.profile, facts).scenarios?.[0] ?? null
}

function factsOf(head: RunHead, digest: string | null): CertificationFacts {
  // The mock only has the mode TEST.
  return { ...head, mode: 'TEST', startedAt: Date.parse(head.startedAt), digest }
}

export type CertificationFacts = RunFacts &
  Pick<RunHead, 'command' | 'name' | 'rerun' | 'source' | 'challenge'> & {
    /** Every scenario that a certificate requires. One without a trial leaves the run incomplete. */
    readonly scenarios: readonly Scenario[]
    /** The seal of the recording; null when it has none. */
    readonly digest: string | null
  } & Partial<Pick<RunEnd, 'reservations' | 'isStrict'>>

/** Pure: the same trials, profile and facts give the same report, character by character. */
export function judgeTrials(trials: readonly Trial[], profile: Profile, facts: CertificationFacts): Report {
  return judgeAnalyses(readRun(trials, profile), profile, facts)
}

/** Like `judgeTrials`, for trials that are analysed already. */
export function judgeAnalyses(
  analyses: readonly Analysis[],
  profile: Profile,
  facts: CertificationFacts,
): Report {
  const trials = analyses.map(({ trial }) => trial)
  const judged = analyses.map(judgeAnalysis)
  const { command, rerun, scenarios: wanted, reservations = [], isStrict = false } = facts
  const run = { command, rerun, scenarios: wanted }
  const clauses = clauseReports(judged, run)
  const startFailure = startFailureOf(analyses, run, clauses)
  const scenarios = judged.map(scenarioReport)
  const end = { judged, clauses, scenarios, wanted, reservations, isStrict }
  const assumptions = assumptionReports(profile)
  return {
    ...newReport('certify', facts),
    ...runOutcome({ ...end, startFailure: startFailure?.message }),
    clauses,
    assumptions,
    // A failure explains itself. A scenario that is merely incomplete needs a remark.
    remarks: judged.flatMap((one, index) =>
      remarksOn(one, startFailure !== undefined || scenarios[index]?.outcome === 'broken'),
    ),
    scenarios,
    seal: facts.digest === null ? null : { rules: RULES_VERSION, digest: facts.digest },
    subject: subjectOf(facts, trials),
    profile: profileFacts(profile, assumptions),
    ...{ challenge: facts.challenge, startFailure },
    notTried: trials.some(({ scenario }) => scenario.restarts !== undefined) ? [] : ['crash-and-restart'],
  }
}
