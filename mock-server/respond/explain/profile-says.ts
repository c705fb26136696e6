import { type Profile, type Provenance, provenanceOf } from '../../../contract/profile/profile.ts'
import { GAPS, type GapId } from '../../../contract/reference/gaps.ts'

const SOURCES: Readonly<Record<Provenance, string>> = {
  assumed: 'is an assumption of this profile',
  observed: 'was observed on the service',
  confirmed: 'was confirmed by the operator',
}

/** A sentence that an answer comes from the profile, and with which provenance, since the reference does not show it. */
export function profileSays(profile: Profile, gap: GapId, answer: string): string {
  const { profileKey, text } = GAPS[gap]
  const provenance = profileKey === null ? 'assumed' : provenanceOf(profile, profileKey)
  return `The reference does not show ${text}: ${answer} ${SOURCES[provenance]}.`
}
