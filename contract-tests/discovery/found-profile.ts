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
  const outranked = findings.flatMap((finding) => {
    const reason = outrankedReason(start, finding)
    return reason === undefined ? [] : [{ finding, reason }]
  })
  const taken = findings.filter((finding) => !outranked.some((one) => one.finding === finding))
  let found: FoundProfile = { profile: start, setAside: outranked }
  // A section at a time: two new pointers may fit each other, but not each other's predecessor.
  for (const section of sectionsOf(start)) {
    const ofSection = taken.filter(({ key }) => placeOf(key).section === section)
    if (ofSection.length > 0) found = withSection(found, section, ofSection)
  }
  return { ...found, profile: { ...found.profile, provenance: collapsed(found.profile) } }
}

/** The answers of a finding by their names: one of a section, or all of it. */
function answersOf({ key, value }: Finding): Readonly<Record<string, unknown>> {
  const { name } = placeOf(key)
  // The value of a section is an object with its answers.
  return name === undefined ? (value as Readonly<Record<string, unknown>>) : { [name]: value }
}

function placeOf(key: AnswerKey): { readonly section: ProfileSection; readonly name: string | undefined } {
  const [section, name] = key.split('.') as [ProfileSection, string | undefined]
  return { section, name }
}

function sectionsOf(profile: Profile): ProfileSection[] {
  return Object.keys(profile).filter((key): key is ProfileSection => key !== 'provenance')
}

function outrankedReason(start: Profile, finding: Finding): string | undefined {
  const { section } = placeOf(finding.key)
  const before: Readonly<Record<string, unknown>> = start[section]
  const differing = Object.entries(answersOf(finding)).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name]),
  )
  for (const [name] of differing) {
    const provenance = provenanceOf(start, keyOf(section, name))
    if (provenance === 'confirmed' || (provenance === 'observed' && finding.provenance === 'assumed')) {
      return `The starting profile has ${section}.${name} ${provenance} as ${JSON.stringify(before[name])}: that stays.`
    }
  }
  return undefined
}

function withSection(
  { profile, setAside }: FoundProfile,
  section: ProfileSection,
  findings: readonly Finding[],
): FoundProfile {
  const answers = Object.assign({}, profile[section], ...findings.map(answersOf))
  try {
    const checked = resolveProfile({ ...profile, [section]: answers, provenance: {} } as PartialProfile)
    const provenance = { ...profile.provenance, ...provenanceIn(profile, section, findings) }
    return { profile: { ...checked, provenance }, setAside }
  } catch (cause) {
    if (!(cause instanceof ProfileError)) throw cause
    const reason = `It does not fit into the profile: ${cause.message}`
    return { profile, setAside: [...setAside, ...findings.map((finding) => ({ finding, reason }))] }
  }
}

type ProvenanceByKey = { [Key in AnswerKey]?: Provenance }

/** Seeing a confirmed answer again does not weaken its provenance. */
function provenanceIn(
  profile: Profile,
  section: ProfileSection,
  findings: readonly Finding[],
): ProvenanceByKey {
  const found = findings.flatMap((finding) =>
    Object.keys(answersOf(finding)).map((name): [AnswerKey, Provenance] => {
      const key = keyOf(section, name)
      return [key, surer(provenanceOf(profile, key), finding.provenance)]
    }),
  )
  return Object.fromEntries(found) as ProvenanceByKey
}

const SURENESS: readonly Provenance[] = ['assumed', 'observed', 'confirmed']

function surer(one: Provenance, other: Provenance): Provenance {
  return SURENESS.indexOf(one) > SURENESS.indexOf(other) ? one : other
}

/** One entry for a section whose answers all come from the same source; assumed needs none. */
function collapsed(profile: Profile): ProvenanceByKey {
  const entries = sectionsOf(profile).flatMap((section) => {
    const ofAnswers = Object.keys(profile[section]).map((name): [AnswerKey, Provenance] => {
      const key = keyOf(section, name)
      return [key, provenanceOf(profile, key)]
    })
    const [source, ...others] = new Set(ofAnswers.map(([, provenance]) => provenance))
    const isOne = source !== undefined && others.length === 0
    return isOne ? [[section, source] satisfies [AnswerKey, Provenance]] : ofAnswers
  })
  return Object.fromEntries(entries.filter(([, provenance]) => provenance !== 'assumed')) as ProvenanceByKey
}

function keyOf(section: ProfileSection, name: string): AnswerKey {
  // Every section and name of a profile form a key of it.
  return `${section}.${name}` as AnswerKey
}
