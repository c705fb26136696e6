import { isDeepStrictEqual } from 'node:util'
import { type PartialProfile, ProfileError, resolveProfile } from '../../contract/profile/parse-profile.ts'
import {
  type AnswerKey,
  type Profile,
  type ProfileSection,
  type Provenance,
  provenanceOf,
} from '../../contract/profile/profile.ts'
import type { Finding } from './findings.ts'

/** A finding that is not in the profile, and why. */
export type SetAside = { readonly finding: Finding; readonly reason: string }

/** A profile with what was found in it. */
export type FoundProfile = { readonly profile: Profile; readonly setAside: readonly SetAside[] }

/**
 * The starting profile with the findings in it, each with its provenance. What the operator confirmed stays as it is,
 * and a finding that is only assumed does not replace an answer that is not.
 *
 * @example
 * profileWith(DEFAULT_PROFILE, findings).profile.provenance // { auth: 'observed', 'errors.notFound': 'observed' }
 */
export function profileWith(start: Profile, findings: readonly Finding[]): FoundProfile {
  const setAside: SetAside[] = []
  const taken = findings.filter((finding) => {
    const reason = outrankedReason(start, finding)
    if (reason !== undefined) setAside.push({ finding, reason })
    return reason === undefined
  })
  let profile = start
  // A section at a time: two new pointers may fit each other, but not each other's predecessor.
  for (const [section, ofSection] of Map.groupBy(taken, ({ key }) => placeOf(key).section)) {
    const answers = Object.assign({}, profile[section], ...ofSection.map(answersOf))
    const provenance = { ...profile.provenance, ...provenanceIn(profile, ofSection) }
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

function placeOf(key: AnswerKey) {
  const [section, name] = key.split('.') as [ProfileSection, string?]
  return { section, name }
}

/** The answers of a finding by their names: one of a section, or all of it. */
function answersOf({ key, value }: Finding): Readonly<Record<string, unknown>> {
  const { name } = placeOf(key)
  // The value of a section is an object with its answers.
  return name === undefined ? (value as Readonly<Record<string, unknown>>) : { [name]: value }
}

function keyOf(section: string, name: string): AnswerKey {
  // Every section and name of a profile form a key of it.
  return `${section}.${name}` as AnswerKey
}

function outrankedReason(start: Profile, finding: Finding): string | undefined {
  const { section } = placeOf(finding.key)
  const before: Readonly<Record<string, unknown>> = start[section]
  for (const [name, value] of Object.entries(answersOf(finding))) {
    const provenance = provenanceOf(start, keyOf(section, name))
    const isSurer = SURENESS.indexOf(provenance) > SURENESS.indexOf(finding.provenance)
    if (isSurer && !isDeepStrictEqual(value, before[name]))
      return `The starting profile has ${section}.${name} ${provenance} as ${JSON.stringify(before[name])}: that stays.`
  }
  return undefined
}

const SURENESS: readonly Provenance[] = ['assumed', 'observed', 'confirmed']

/** Seeing a confirmed answer again does not weaken its provenance. */
function provenanceIn(profile: Profile, findings: readonly Finding[]): Profile['provenance'] {
  const entries = findings.flatMap((finding) =>
    Object.keys(answersOf(finding)).map((name) => {
      const key = keyOf(placeOf(finding.key).section, name)
      const both = [provenanceOf(profile, key), finding.provenance]
      return [key, SURENESS.findLast((one) => both.includes(one))] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** One entry for a section whose answers all come from the same source; assumed needs none. */
function collapsed(profile: Profile): Profile['provenance'] {
  const { provenance: _, ...sections } = profile
  const entries = Object.entries(sections).flatMap(([section, answers]) => {
    const each = Object.keys(answers).map((name) => keyOf(section, name))
    const sources = each.map((key) => [key, provenanceOf(profile, key)] as const)
    const [source, ...others] = new Set(sources.map(([, provenance]) => provenance))
    return source !== undefined && others.length === 0 ? [[section, source] as const] : sources
  })
  return Object.fromEntries(entries.filter(([, provenance]) => provenance !== 'assumed'))
}
