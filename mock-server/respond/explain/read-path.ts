import type { GapId } from '../../../contract/reference/gaps.ts'

/** One difference: its weight, its sentence, and the gap of the profile behind it. */
export type PathDifference = { readonly cost: number; readonly text: string; readonly gap: GapId | null }

/** A difference from the reference itself. */
export function difference(cost: number, text: string): PathDifference {
  return { cost, text, gap: null }
}

/** The segments of a path, and what had to be corrected before they could be compared. */
export type ReadPath = {
  readonly segments: readonly string[]
  readonly endsWithSlash: boolean
  readonly differs: readonly PathDifference[]
}

const LONGEST_PATH = 400
const MOST_SEGMENTS = 7
const PREFIX = /^(?:api|v\d{1,3}(?:\.\d{1,3}){0,2})$/i

/** Splits a path and corrects common errors; `undefined` if it is too long to be compared. */
export function readPath(path: string): ReadPath | undefined {
  if (path.length > LONGEST_PATH) return undefined
  const parts = path.split('/').slice(1)
  const inner = parts.slice(0, -1).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const named = last === '' ? inner : [...inner, last]
  const segments = withoutPrefix(named)
  if (segments.length === 0 || named.length > MOST_SEGMENTS) return undefined
  const differs: PathDifference[] = []
  if (inner.length < parts.length - 1) differs.push(difference(1, 'The path has two slashes in a row.'))
  if (segments.length < named.length) differs.push(prefixed(named.slice(0, -segments.length)))
  return { segments, endsWithSlash: last === '', differs }
}

function withoutPrefix(segments: readonly string[]): readonly string[] {
  const first = segments.findIndex((segment, index) => index === 2 || !PREFIX.test(segment))
  return first < 0 ? [] : segments.slice(first)
}

/** The reference shows no version in a path; one in the base address is no part of the mock's paths. */
function prefixed(prefix: readonly string[]): PathDifference {
  const text = `The path begins with "/${prefix.join('/')}"; the paths of the operations begin at the base address.`
  return { cost: 1, text, gap: prefix.some((part) => /^v\d/i.test(part)) ? 'versioning' : null }
}
