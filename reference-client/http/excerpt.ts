/** A text from outside, prepared for an error message: without the key, on one line, and bounded. */
export type ExcerptOf = (text: string) => string

const LONGEST = 200

export function createExcerpt(key: string): ExcerptOf {
  const base64 = btoa(key).replace(/=+$/, '')
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_')
  const hex = Array.from(key, (character) => character.charCodeAt(0).toString(16)).join('')
  const written = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), base64, base64url]
  const forms = [...written, hex, hex.toUpperCase()]
  return function excerpt(text) {
    const safe = forms.reduce((rest, form) => rest.replaceAll(form, '[key]'), text).replace(/\p{Cc}+/gu, ' ')
    return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1).toWellFormed()}…` : safe
  }
}

/** A value from outside in words, for an error. */
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
  return excerpt(parts.length === 0 ? 'an error without description' : parts.join('; '))
}
