import { isDeepStrictEqual } from 'node:util'
import type { Judgement } from '../../../certification/judge-journal.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { Report } from '../../../contract/report/report.ts'
import { listed } from '../../../contract/text/listed.ts'

/** What a recording has to be, so that a key may be issued for it. What is left out is not asked. */
export type Conditions = {
  readonly challenge?: string | undefined
  readonly maxAgeMs?: number | undefined
  /** The answers of the operator, and those that the recording was made with. */
  readonly profiles?: readonly [wanted: Profile, recorded: Profile] | undefined
  /** The beginning of a commit is enough. */
  readonly commit?: string | undefined
  readonly requireSeed?: boolean | undefined
  /** The operator, for a recording that it made itself. */
  readonly issuer?: string | undefined
  /** The digests of a statement whose signature was verified, and that of the recording. */
  readonly attested?: readonly [digests: readonly string[], recorded: string] | undefined
}

/** Whether a key may be issued, and why not. */
export type Decision = NonNullable<Report['decision']>

/**
 * Decides by a recording that was judged again.
 *
 * @param now milliseconds since the Unix epoch.
 *
 * @example
 * decide(judgement, { challenge: '4711', requireSeed: true }, Date.now()).issue // 'on-the-word-of-the-owner'
 */
export function decide({ isCertified, report }: Judgement, conditions: Conditions, now: number): Decision {
  const { challenge, maxAgeMs, profiles, commit, requireSeed, issuer, attested } = conditions
  const { subject, seed, startedAt, message } = report
  const ageMs = now - Date.parse(startedAt)
  const differing = profiles === undefined ? [] : differences(...profiles)
  const because = [
    !isCertified &&
      `the client is not certified (${report.outcome}${message === null ? '' : `: ${message}`})`,
    challenge !== undefined &&
      report.challenge !== challenge &&
      (report.challenge === undefined
        ? 'it was made for no challenge'
        : `it was made for the challenge ${JSON.stringify(report.challenge)}`),
    maxAgeMs !== undefined && ageMs > maxAgeMs && `it is of ${startedAt}, which is too long ago`,
    maxAgeMs !== undefined && ageMs < -CLOCKS_DIFFER_MS && `it is of ${startedAt}, which is in the future`,
    differing.length > 0 && `its profile answers otherwise: ${listed(differing, NAMED)}`,
    commit !== undefined &&
      !subject?.commit?.startsWith(commit.toLowerCase()) &&
      `its commit is ${subject?.commit ?? 'not known'}`,
    commit !== undefined && subject?.dirty !== false && 'files of the client may differ from its commit',
    requireSeed === true && typeof seed !== 'string' && 'its cards had the names of their scenarios',
    issuer !== undefined &&
      report.issuer?.name !== issuer &&
      `${report.issuer?.name ?? 'the owner of the client'} issued it, and not ${issuer}`,
    attested?.[0].includes(attested[1]) === false && 'the statement is about another recording',
  ].filter((reason) => reason !== false)
  const isProven = issuer !== undefined || attested !== undefined
  const issue = because.length > 0 ? 'no' : isProven ? 'yes' : 'on-the-word-of-the-owner'
  return { issue, because }
}

/** A decision in one line. */
export function decisionLine({ issue, because }: Decision): string {
  if (issue === 'no') return `Issue the key: no, because ${because.join('; ').replace(/\.$/, '')}.`
  return issue === 'yes' ? 'Issue the key: yes' : "Issue the key: yes, on the owner's word"
}

const NAMED = 8
const CLOCKS_DIFFER_MS = 5 * 60_000

/** The answers that differ. Where they come from is no difference. */
function differences(wanted: Profile, recorded: Profile): readonly string[] {
  const names = Object.keys(wanted).filter((name) => name !== 'provenance') as (keyof Profile)[]
  return names.filter((name) => !isDeepStrictEqual(wanted[name], recorded[name]))
}
