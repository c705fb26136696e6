import { isDeepStrictEqual } from 'node:util'
import type { Judgement } from '../../../certification/judge.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { Report } from '../../../contract/report/report.ts'
import { listed } from '../../../contract/text/listed.ts'
import type { JudgeCommandOptions } from './command.ts'

export type Decision = NonNullable<Report['decision']>

/** What a recording has to be, besides that of a certified client. */
export type Wanted = Pick<JudgeCommandOptions, 'challenge' | 'maxAge'> & {
  readonly profile?: Profile | undefined
  /** When it is asked for, in milliseconds since the Unix epoch. */
  readonly now: number
}

/** Whether a key may be issued by a recording, and why not. */
export function decide(
  { isCertified, report }: Judgement,
  recorded: Profile,
  { challenge, maxAge, profile, now }: Wanted,
): Decision {
  const because = [
    isCertified ? null : uncertified(report),
    challenge === undefined ? null : wrongChallenge(report, challenge),
    maxAge === undefined ? null : wrongAge(report, now, maxAge),
    profile === undefined ? null : wrongProfile(profile, recorded),
  ].filter((reason) => reason !== null)
  return { issue: because.length === 0 ? 'yes' : 'no', because }
}

export function decisionLine({ issue, because }: Decision): string {
  return issue === 'yes'
    ? 'Issue the key: yes, if you trust who made this recording'
    : `Issue the key: no, because ${because.join('; ').replace(/\.$/, '')}.`
}

function uncertified({ outcome, message }: Report): string {
  const why = message === null ? '' : `: ${message.replace(/\.$/, '')}`
  return `the client is not certified (${outcome}${why})`
}

function wrongChallenge({ challenge: found }: Report, challenge: string): string | null {
  if (found === challenge) return null
  return found === undefined
    ? 'it was made for no challenge'
    : `it was made for the challenge ${JSON.stringify(found)}`
}

const CLOCKS_DIFFER_MS = 5 * 60_000

function wrongAge({ startedAt }: Report, now: number, maxAgeMs: number): string | null {
  const ageMs = now - Date.parse(startedAt)
  if (ageMs > maxAgeMs) return `it is of ${startedAt}, which is too long ago`
  return ageMs < -CLOCKS_DIFFER_MS ? `it is of ${startedAt}, which is in the future` : null
}

const NAMED = 8

/** Only the answers count. Where they come from is no difference. */
function wrongProfile(wanted: Profile, recorded: Profile): string | null {
  const names = Object.keys(wanted).filter((name) => name !== 'provenance') as (keyof Profile)[]
  const differing = names.filter((name) => !isDeepStrictEqual(wanted[name], recorded[name]))
  return differing.length === 0 ? null : `its profile answers otherwise: ${listed(differing, NAMED)}`
}
