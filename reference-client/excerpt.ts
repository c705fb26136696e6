import { redactor } from '../contract/text/redact.ts'

/** A text from outside, prepared for an error message: without the key, on one line, and bounded. */
export type ExcerptOf = (text: string) => string

const LONGEST = 200

export function createExcerpt(key: string): ExcerptOf {
  const withoutKey = redactor([key])
  return function excerpt(text) {
    const safe = withoutKey(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1).toWellFormed()}…` : safe
  }
}

export function describeValue(value: unknown, excerpt: ExcerptOf): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return `the string "${excerpt(value)}"`
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`
  return value === null ? 'null' : `a value of type ${typeof value}`
}

/** The message of a platform's error and of its causes. The error itself is not kept: it may hold the request, and so the key. */
export function describeFailure(error: unknown, excerpt: ExcerptOf): string {
  const parts: string[] = []
  for (let link = error; link instanceof Error && parts.length < 4; link = link.cause) {
    const code = 'code' in link && typeof link.code === 'string' ? link.code : ''
    parts.push(`${link.name}: ${link.message || code}`)
  }
  return excerpt(parts.join('; ') || 'an error without description')
}
