import type { AnswerKey, Profile, ProfileSection } from '../../contract/profile/profile.ts'
import type { JsonPointer } from '../../contract/wire/json-pointer.ts'
import type { Answer } from '../analysis/answer.ts'
import { shapeOf } from './findings/shape.ts'

/** What one request showed, fit to be written down: no key, and no value of a field that nobody asked for. */
export type Sighting = {
  /** The request line, as it was sent, and what was special about it. */
  readonly request: string
  /** Null where no answer came. */
  readonly status: number | null
  /** The shape of the answer's body, with the values that were looked for. */
  readonly excerpt: string
}

/** The value that a profile has at a key: of a section, or of one answer in it. */
type AnswerAt<Key extends AnswerKey> = Key extends ProfileSection
  ? Profile[Key]
  : Key extends `${infer Section extends ProfileSection}.${infer Name}`
    ? Name extends keyof Profile[Section]
      ? Profile[Section][Name]
      : never
    : never

type FindingAt<Key extends AnswerKey> = {
  readonly key: Key
  readonly value: AnswerAt<Key>
  /** `observed`: the service showed it. `assumed`: the likeliest reading of what it showed. */
  readonly provenance: 'observed' | 'assumed'
  /** How it was told, as a sentence. */
  readonly reason: string
  readonly seen: readonly Sighting[]
}

/** An answer to a gap, with what showed it. */
export type Finding = { readonly [Key in AnswerKey]: FindingAt<Key> }[AnswerKey]

/** An answer that was looked for in vain. */
export type Miss = {
  readonly key: AnswerKey
  readonly reason: string
  readonly seen: readonly Sighting[]
}

const EXCERPT_CHARACTERS = 200

/**
 * What an answer showed.
 *
 * @param shown the pointers whose values are shown.
 * @param clean takes keys out of a text.
 */
export function sightingOf(
  { exchange, status, failure, json }: Answer,
  shown: readonly JsonPointer[],
  clean: (text: string) => string,
  how = '',
): Sighting {
  const line = `${exchange.request.method} ${exchange.request.target}${how === '' ? '' : ` (${how})`}`
  const excerpt = failure ?? shapeOf(json, { shown, clean })
  return { request: clean(line), status, excerpt: clipped(clean(excerpt), EXCERPT_CHARACTERS) }
}

/** A text that is not longer than so many characters. */
export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
