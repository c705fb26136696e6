import type { Difference } from './difference.ts'

/** A path in segments, and what was odd about it before they could be compared. */
export type ReadPath = {
  readonly segments: readonly string[]
  readonly endsWithSlash: boolean
  readonly differs: readonly Difference[]
}

const LONGEST_PATH = 400
const MOST_SEGMENTS = 7
const PREFIX = /^(?:api|v\d{1,3}(?:\.\d{1,3}){0,2})$/i

/** Reads a path with the eyes of somebody who knows what is usually wrong; `undefined` where it is beyond that. */
export function readPath(path: string): ReadPath | undefined {
  if (path.length > LONGEST_PATH) return undefined
  const parts = path.split('/').slice(1)
  const inner = parts.slice(0, -1).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const named = last === '' ? inner : [...inner, last]
  const segments = withoutPrefix(named)
  if (segments.length === 0 || named.length > MOST_SEGMENTS) return undefined
  const differs: Difference[] = []
  if (inner.length < parts.length - 1)
    differs.push({ cost: 1, text: 'The path has two slashes in a row.', gap: null })
  if (segments.length < named.length) differs.push(prefixed(named.slice(0, -segments.length)))
  return { segments, endsWithSlash: last === '', differs }
}

function withoutPrefix(segments: readonly string[]): readonly string[] {
  const first = segments.findIndex((segment, index) => index === 2 || !PREFIX.test(segment))
  return first < 0 ? [] : segments.slice(first)
}

/** No version is shown to stand in a path; where a base address has one, it is no part of the mock's. */
function prefixed(prefix: readonly string[]): Difference {
  const text = `The path begins with "/${prefix.join('/')}"; the paths of the operations begin at the base address.`
  return { cost: 1, text, gap: prefix.some((part) => /^v\d/i.test(part)) ? 'versioning' : null }
}
