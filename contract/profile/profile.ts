import type * as z from 'zod'
import type { answersSchema } from './profile-schema.ts'

/** Where an answer comes from: a default of the kit, seen on the service, or confirmed by its operator. */
export type Provenance = 'assumed' | 'observed' | 'confirmed'

type Answers = z.infer<typeof answersSchema>

/** A section of the profile, such as `auth`. */
export type ProfileSection = keyof Answers

/** A key that answers a gap: a whole section, or one answer in it such as `errors.notFound`. */
export type AnswerKey =
  | ProfileSection
  | { [Section in ProfileSection]: `${Section}.${keyof Answers[Section] & string}` }[ProfileSection]

/** The answers to the gaps, complete, each with its provenance. */
export type Profile = Answers & { provenance: { readonly [Key in AnswerKey]?: Provenance } }

/**
 * Where the answer at a key comes from; a key that is not named is `assumed`.
 *
 * @example
 * provenanceOf({ ...DEFAULT_PROFILE, provenance: { errors: 'observed' } }, 'errors.notFound') // 'observed'
 */
export function provenanceOf(profile: Profile, key: AnswerKey): Provenance {
  const [section] = key.split('.') as [ProfileSection]
  return profile.provenance[key] ?? profile.provenance[section] ?? 'assumed'
}
