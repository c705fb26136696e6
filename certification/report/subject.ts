import { type Profile, provenanceOf } from '../../contract/profile/profile.ts'
import { GAPS } from '../../contract/reference/gaps.ts'
import type { AssumptionReport, Report } from '../../contract/report/report.ts'
import { redact } from '../../contract/text/redact.ts'
import { shellCommand } from '../../contract/text/shell-command.ts'
import type { RunHead } from '../journal.ts'
import { sealDigest } from '../sealed-lines.ts'
import type { Trial } from '../trial.ts'

/** At most this many User-Agents are listed. */
const MOST_AGENTS = 8

/** The client that a certification is about. Without a name, it is called by its command. */
export function subjectOf(
  { command, name, source }: Pick<RunHead, 'command' | 'name' | 'source'>,
  trials: readonly Trial[] = [],
): NonNullable<Report['subject']> {
  const agents = trials.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ request }) => request.headers['user-agent'] ?? []),
  )
  const line = command === null ? null : redact(shellCommand(command))
  return {
    name: name === undefined ? (line ?? 'a service that the kit did not start') : redact(name),
    command: line,
    digest: command === null ? null : sealDigest(JSON.stringify(command)),
    ...source,
    userAgents: [...new Set(agents)].slice(0, MOST_AGENTS),
  }
}

const NOT_TRIED =
  'A certification runs against the mock, which answers as the profile says: it cannot show whether the service does the same.'

/** All assumptions of the profile. The mock follows them, so a certification tests none. */
export function assumptionReports(profile: Profile): AssumptionReport[] {
  return Object.values(GAPS).flatMap(({ id, profileKey }): AssumptionReport[] => {
    if (profileKey === null) return []
    const provenance = provenanceOf(profile, profileKey)
    return [{ gap: id, profileKey, provenance, verdict: 'not-observed', message: NOT_TRIED }]
  })
}

export function profileFacts(
  profile: Profile,
  assumptions: readonly AssumptionReport[],
): NonNullable<Report['profile']> {
  const from = (wanted: AssumptionReport['provenance']) =>
    assumptions.filter(({ provenance }) => provenance === wanted).length
  return {
    digest: sealDigest(JSON.stringify(profile)),
    provenance: { assumed: from('assumed'), observed: from('observed'), confirmed: from('confirmed') },
  }
}
