import type { AnswerKey, Profile, ProfileSection } from '../../contract/profile/profile.ts'
import type { JsonPointer } from '../../contract/wire/json-pointer.ts'
import type { Answer } from '../run/answer.ts'
import { bodyShape } from './findings/shape.ts'

/** What one request showed, safe to write down: without keys and without values of other fields. */
export type Sighting = {
  /** The request line, as it was sent, and what was special about it. */
  readonly request: string
  /** Null when no answer arrived. */
  readonly status: number | null
  /** The shape of the answer's body, with the values that were looked for. */
  readonly excerpt: string
}

/** What one place of the operator's own document says. */
export type DocumentSighting = {
  /** The name of its file. */
  readonly document: string
  readonly pointer: JsonPointer
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
  /** `observed`: the service showed it, or its document. `assumed`: the most likely meaning of what was shown. */
  readonly provenance: 'observed' | 'assumed'
  /** Where it was seen. Default: in answers of the service. */
  readonly source?: 'openapi'
  /** How it was found, as a sentence. */
  readonly reason: string
  readonly seen: readonly (Sighting | DocumentSighting)[]
}

/** An answer to a gap, with its evidence. */
export type Finding = { readonly [Key in AnswerKey]: FindingAt<Key> }[AnswerKey]

/** An answer that was not found. */
export type Miss = {
  readonly key: AnswerKey
  readonly reason: string
  readonly seen: readonly (Sighting | DocumentSighting)[]
}

/** The most characters of an excerpt. */
export const EXCERPT_CHARACTERS = 200

/**
 * What an answer showed.
 *
 * @param shown the pointers whose values are shown.
 * @param clean removes keys from a text.
 */
export function sightingOf(
  { exchange, status, failure, json }: Answer,
  shown: readonly JsonPointer[],
  clean: (text: string) => string,
  how = '',
): Sighting {
  const line = `${exchange.request.method} ${exchange.request.target}${how === '' ? '' : ` (${how})`}`
  const excerpt = failure ?? bodyShape(json, { shown, clean })
  return { request: clean(line), status, excerpt: clipped(clean(excerpt), EXCERPT_CHARACTERS) }
}

/** A text, cut to this many characters. */
export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
