import type { ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import { counted, tallied } from '../../contract/text/listed.ts'
import { isWarning } from './said.ts'
import { isAcceptedOnly } from './verdict-words.ts'
import { AFTER_THE_RUN } from './what-to-do.ts'

type Meaning = { readonly lead: string; readonly next: string }

/** What the verdict on a client means, or why there is none, in one sentence, and what to do next. */
export function meaningOf(report: Report): Meaning {
  const { outcome, clauses } = report
  const open = clauses.filter(({ excused }) => excused === null)
  const musts = open.filter(({ level }) => level === 'must')
  const warnings = open.filter(isWarning).length
  if (isAcceptedOnly(report)) {
    return {
      lead: 'What is not kept here is accepted for now: the run passes, but this is not a certificate.',
      next: 'Fix what the baseline excuses, run every scenario to its end, and certify the client again.',
    }
  }
  if (outcome === 'kept') return certified(warnings)
  const brokenMusts = countOf(musts, 'broken')
  if (outcome === 'broken' && brokenMusts > 0) {
    return {
      lead: `This client breaks ${counted(brokenMusts, 'clause')} that it must keep: do not use it with real money until this is fixed.`,
      next: `Begin with the first clause below: make its smallest fix, and run its scenario alone. Then certify the client again as a whole.${warnings === 0 ? '' : ` ${warningWords(warnings)}`}`,
    }
  }
  if (outcome === 'broken') {
    return {
      lead: `No clause that this client must keep is broken. The run is strict: ${warningWords(warnings)}`,
      next: 'Follow the recommendations below, or certify the client again without `--strict`.',
    }
  }
  if (outcome === 'incomplete' && report.startFailure !== undefined) {
    return { lead: report.startFailure.message, next: report.startFailure.remedy }
  }
  if (outcome === 'incomplete') {
    return {
      lead: `${counted(countOf(musts, 'not-observed'), 'clause')} that a client must keep could not be observed: without that, this is not a certificate. None of those was seen broken.`,
      next: 'Remove the cause shown with each of them below, and certify the client again.',
    }
  }
  return {
    lead: 'The certification did not finish: it says nothing about the client.',
    next: AFTER_THE_RUN[outcome] ?? '',
  }
}

function warningWords(warnings: number): string {
  return `${counted(warnings, 'recommendation')} of the reference ${warnings === 1 ? 'is' : 'are'} not followed.`
}

function certified(warnings: number): Meaning {
  const next =
    'Keep this report with its journal, and certify again whenever the client, its profile or the reference changes.'
  return {
    lead: 'In every scenario that it ran, this client did what the reference requires.',
    next: warnings === 0 ? next : `${warningWords(warnings)} ${next}`,
  }
}

function countOf(clauses: readonly ClauseReport[], wanted: ClauseReport['verdict']): number {
  return clauses.filter(({ verdict }) => verdict === wanted).length
}

/** Such as '26 answers: 25 assumed, 1 observed, 0 confirmed'. */
function provenanceWords(counts: NonNullable<Report['profile']>['provenance']): string {
  const { assumed, observed, confirmed } = counts
  const all = counted(assumed + observed + confirmed, 'answer')
  return `${all}: ${assumed} assumed, ${observed} observed, ${confirmed} confirmed`
}

/** Such as '23 run: 2 broken, 21 kept'. */
export function scenarioTally(scenarios: readonly ScenarioReport[]): string {
  const outcomes = scenarios.map(({ outcome }) => outcome)
  const counts = tallied(outcomes, ['broken', 'incomplete', 'kept'])
  return counts === '' ? 'none' : `${scenarios.length} run: ${counts}`
}

export type CertificateFact = readonly [name: string, text: string | null | undefined, isDigest?: 'digest']

/** The report has all of them; the certificate is one page. */
const MOST_AGENTS = 3
const MOST_FILES = 3

/** What was certified, and by what it was judged: the same rows on every page. */
export function certificateFacts(report: Report): readonly CertificateFact[] {
  const { subject, profile, seal, scenarioTable: table, challenge } = report
  if (subject === undefined) return []
  const { commit, dirty, files = [], userAgents = [] } = subject
  const unsaved = dirty === true ? ', with changes that are in no commit' : ''
  return [
    ['Command', subject.command],
    ['Digest of the words of the command', subject.digest, 'digest'],
    ...files
      .slice(0, MOST_FILES)
      .map(({ path, digest }): CertificateFact => [`Digest of ${path}`, digest, 'digest']),
    ['Commit', commit == null ? null : `${commit}${unsaved}`],
    ['Digest of the tracked files', subject.tracked, 'digest'],
    ['Calls itself', userAgents.length === 0 ? null : userAgents.slice(0, MOST_AGENTS).join(', ')],
    ['Challenge', challenge],
    ['Profile', profile && provenanceWords(profile.provenance)],
    ['Digest of the profile', profile?.digest, 'digest'],
    ['Cards', cardWords(report)],
    [
      'Scenario table',
      table && (table.builtIn ? 'every built-in scenario, as it is' : 'not every built-in scenario as it is'),
    ],
    ['Digest of the scenario table', table?.digest, 'digest'],
    ['Digest of the recording and its rules', seal?.digest, 'digest'],
  ]
}

/** Whether the client could read in the name of a card what would happen. */
function cardWords({ scenarios }: Report): string {
  return scenarios?.some(({ card }) => card !== undefined)
    ? 'with ordinary names, by chance: no name said what would happen'
    : 'plain: each had the name of its scenario, so that the client could read what would happen'
}

/** What a certification is no evidence of, in two lines. */
export const LIMITS: readonly string[] = [
  'This page is not signed: its digests show accidents, not forgery. It does not prove who made it.',
  'It shows these runs against a mock. It is no evidence of what the client does elsewhere, or in a later version.',
]

export function sendLine({ challenge }: Report): string {
  const asked = challenge === undefined ? '' : ` --challenge ${JSON.stringify(challenge)}`
  return `Send the recording, journal.jsonl, alone. It is checked with: npx partner-purchase-kit judge journal.jsonl${asked} --max-age 7d`
}
