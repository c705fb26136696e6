import type { Report } from '../../contract/report/report.ts'
import { provenanceWords } from './certificate-words.ts'

/** A row of what was certified, by its name. */
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
    ['Image', subject.image],
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
function cardWords({ seed }: Report): string {
  return seed === undefined
    ? 'plain: each had the name of its scenario, so that the client could read what would happen'
    : `named by the seed ${seed}`
}

/** Who issued a certification, whether it is signed, and what it is no evidence of, in two lines. */
export function issuerLines({ issuer }: Report): readonly string[] {
  const by =
    issuer?.kind === 'operator'
      ? `Issued by ${issuer.name}, whose machine recorded and judged the client.`
      : 'Self-issued by the owner of the client, on a machine of their own.'
  return [
    `${by} This page is not signed: its digests show accidents, not forgery.`,
    'It shows these runs against a mock. It is no evidence of what the client does elsewhere, or in a later version; nor, alone, of who made it.',
  ]
}

/** What to send, and how the other side checks it. */
export function sendLine({ challenge }: Report): string {
  const asked = challenge === undefined ? '' : ` --challenge ${JSON.stringify(challenge)}`
  return `Send the recording, journal.jsonl, alone. It is checked with: npx partner-purchase-kit judge journal.jsonl${asked} --max-age 7d --require-seed`
}
