import type { Report, ScenarioReport } from '../../contract/report/report.ts'
import { counted, tallied } from '../../contract/text/listed.ts'
import { isWarning } from './said.ts'
import { isAcceptedOnly } from './verdict-words.ts'
import { AFTER_THE_RUN } from './what-to-do.ts'

/** What the verdict on a client means, or why there is none, in one or two sentences. */
export function leadOf(report: Report): string {
  const { outcome, clauses, startFailure } = report
  const open = clauses.filter(({ excused }) => excused === null)
  const musts = (verdict: string) =>
    open.filter((one) => one.level === 'must' && one.verdict === verdict).length
  const warnings = open.filter(isWarning).length
  const warned =
    warnings === 0
      ? ''
      : ` ${counted(warnings, 'recommendation')} of the reference ${warnings === 1 ? 'is' : 'are'} not followed.`
  if (isAcceptedOnly(report))
    return 'The run passes, because the baseline accepts what is not kept. This is not a certificate.'
  if (outcome === 'kept') return `In every scenario, this client did what the reference requires.${warned}`
  if (outcome === 'broken' && musts('broken') > 0)
    return `This client breaks ${counted(musts('broken'), 'clause')} that it must keep. Do not use it with real money until this is fixed.`
  if (outcome === 'broken')
    return `This client breaks no clause that it must keep, but the run is strict.${warned}`
  if (outcome === 'incomplete')
    return (
      startFailure?.message ??
      `${counted(musts('not-observed'), 'clause')} that a client must keep could not be observed. This is not a certificate.`
    )
  return `The certification did not finish. It says nothing about the client. ${AFTER_THE_RUN[outcome] ?? ''}`.trim()
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

type CertificateFact = readonly [name: string, text: string | null | undefined]

const MOST_AGENTS = 3
const MOST_FILES = 3

/** What was certified, and who judged it; empty if the report has no subject. */
export function certificateFacts(report: Report): readonly CertificateFact[] {
  const { subject, profile, seal, scenarioTable: table, challenge, reference, tool } = report
  if (subject === undefined) return []
  const { files = [], userAgents = [] } = subject
  return [
    [
      'Judged by',
      `version ${reference} of the reference, ${tool.name} ${tool.version}${seal === null ? '' : `, rules ${seal.rules}`}`,
    ],
    ['Command', subject.command],
    ['Digest of the command', subject.digest],
    ...files.slice(0, MOST_FILES).map(({ path, digest }): CertificateFact => [`Digest of ${path}`, digest]),
    ['Commit', commitWords(subject)],
    ['Digest of the tracked files', subject.tracked],
    ['Calls itself', userAgents.length === 0 ? null : userAgents.slice(0, MOST_AGENTS).join(', ')],
    ['Challenge', challenge],
    ['Profile', profile && provenanceWords(profile.provenance)],
    ['Digest of the profile', profile?.digest],
    ['Cards', cardWords(report)],
    [
      'Scenarios',
      table &&
        (table.builtIn ? 'every built-in scenario' : 'some built-in scenarios were changed or left out'),
    ],
    ['Digest of the scenarios', table?.digest],
    ['Digest of the recording', seal?.digest],
  ]
}

/** Says whether the names of the cards told the client what would happen. */
function cardWords({ scenarios }: Report): string {
  return scenarios?.some(({ card }) => card !== undefined)
    ? 'drawn at random: no name says what will happen'
    : 'named after their scenarios: the client could tell what would happen'
}

/** What a certification does not prove. */
export const LIMITS: readonly string[] = [
  'This page is not signed. Its digests show accidents, not forgery. It does not prove who made it.',
  'It shows these runs against a mock. It is no evidence of what the client does elsewhere, or in a later version.',
]

/** The commit of a client, and whether its files differ from it; null if git does not know the client. */
export function commitWords({ commit, dirty }: NonNullable<Report['subject']>): string | null {
  return commit == null ? null : `${commit}${dirty === true ? ', with uncommitted changes' : ''}`
}

export function sendLine({ challenge }: Report): string {
  const asked = challenge === undefined ? '' : ` --challenge ${JSON.stringify(challenge)}`
  return `Send journal.jsonl alone. It is checked with: npx partner-purchase-kit judge journal.jsonl${asked} --max-age 7d`
}
