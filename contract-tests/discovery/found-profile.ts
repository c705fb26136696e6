import { isDeepStrictEqual } from 'node:util'
import { type PartialProfile, ProfileError, resolveProfile } from '../../contract/profile/parse-profile.ts'
import {
  type AnswerKey,
  type Profile,
  type ProfileSection,
  type Provenance,
  provenanceOf,
} from '../../contract/profile/profile.ts'
import type { Finding, Findings, Miss } from './findings.ts'

export type SetAside = { readonly finding: Finding; readonly reason: string }

export type Found = {
  readonly findings: readonly Finding[]
  readonly misses: readonly Miss[]
  readonly profile: Profile
  readonly setAside: readonly SetAside[]
}

export function foundIn({ found, misses }: Findings, start: Profile): Found {
  return { findings: found, misses, ...profileWith(start, found) }
}

/**
 * The starting profile with the findings in it, each with its provenance. What the operator confirmed stays as it is,
 * and a finding that is only assumed does not replace an answer that is not.
 */
export function profileWith(
  start: Profile,
  findings: readonly Finding[],
): Pick<Found, 'profile' | 'setAside'> {
  const setAside: SetAside[] = []
  const taken = findings.filter((finding) => {
    const reason = outrankedReason(start, finding)
    if (reason !== undefined) setAside.push({ finding, reason })
    return reason === undefined
  })
  let profile = start
  // A section at a time: two new pointers may fit each other, but not each other's predecessor.
  for (const [section, ofSection] of Map.groupBy(taken, ({ key }) => key.split('.')[0] as ProfileSection)) {
    const found = ofSection.flatMap(answersIn)
    const answers = {
      ...profile[section],
      ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
    }
    const seen = found.map(({ key, provenance }) => [key, surer(provenance, provenanceOf(profile, key))])
    const provenance = { ...profile.provenance, ...Object.fromEntries(seen) }
    try {
      // Of a section of the profile, and names in it.
      const changed = { ...profile, [section]: answers, provenance: {} } as PartialProfile
      profile = { ...resolveProfile(changed), provenance }
    } catch (cause) {
      if (!(cause instanceof ProfileError)) throw cause
      const reason = `It does not fit into the profile: ${cause.message}`
      setAside.push(...ofSection.map((finding) => ({ finding, reason })))
    }
  }
  return { profile: { ...profile, provenance: collapsed(profile) }, setAside }
}

/** The answers of a finding: one of a section, or all of it. */
function answersIn({ key, value, provenance }: Finding) {
  const [section, name] = key.split('.') as [ProfileSection, string?]
  // The value of a section is an object with its answers.
  const all = name === undefined ? Object.entries(value as object) : [[name, value] as const]
  return all.map(([name, value]) => ({ section, name, key: keyOf(section, name), value, provenance }))
}

function keyOf(section: string, name: string): AnswerKey {
  // Every section and name of a profile form a key of it.
  return `${section}.${name}` as AnswerKey
}

function outrankedReason(start: Profile, finding: Finding): string | undefined {
  for (const { section, name, key, value, provenance } of answersIn(finding)) {
    const before = (start[section] as Readonly<Record<string, unknown>>)[name]
    const known = provenanceOf(start, key)
    if (surer(known, provenance) !== provenance && !isDeepStrictEqual(value, before))
      return `The starting profile has ${key} ${known} as ${JSON.stringify(before)}: that stays.`
  }
  return undefined
}

const SURENESS: readonly Provenance[] = ['assumed', 'observed', 'confirmed']

/** Seeing a confirmed answer again does not weaken its provenance. */
function surer(one: Provenance, other: Provenance): Provenance {
  return SURENESS.indexOf(one) > SURENESS.indexOf(other) ? one : other
}

/** One entry for a section whose answers all come from the same source; assumed needs none. */
function collapsed(profile: Profile): Profile['provenance'] {
  const { provenance: _, ...sections } = profile
  const entries = Object.entries(sections).flatMap(([section, answers]) => {
    const sources = Object.keys(answers).map((name) => {
      const key = keyOf(section, name)
      return [key, provenanceOf(profile, key)] as const
    })
    const [source, ...others] = new Set(sources.map(([, provenance]) => provenance))
    return source !== undefined && others.length === 0 ? [[section, source] as const] : sources
  })
  return Object.fromEntries(entries.filter(([, provenance]) => provenance !== 'assumed'))
}
