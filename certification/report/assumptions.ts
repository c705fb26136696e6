import { type Profile, provenanceOf } from '../../contract/profile/profile.ts'
import { GAPS } from '../../contract/reference/gaps.ts'
import type { AssumptionReport } from '../../contract/report/report.ts'

const NOT_TRIED =
  'A certification runs against the mock, which answers as the profile says: it cannot show whether the service does the same.'

/** Every answer of the profile: none of them was put to the test. */
export function assumptionReports(profile: Profile): AssumptionReport[] {
  return Object.values(GAPS).flatMap(({ id, profileKey }): AssumptionReport[] => {
    if (profileKey === null) return []
    const provenance = provenanceOf(profile, profileKey)
    return [{ gap: id, profileKey, provenance, verdict: 'not-observed', message: NOT_TRIED }]
  })
}
