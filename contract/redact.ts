import { TEST_KEY_PREFIX } from './auth.ts'

/** What stands in the place of a key wherever something is recorded, reported or said. */
export const REDACTED = '[key]'

const ANY_KEY = /pk(?:_|%5f)[a-z]+(?:_|%5f)[A-Za-z0-9_%-]+/gi
const ANY_KEY_IN_BASE64 = new RegExp(`(?:${base64Of(TEST_KEY_PREFIX).join('|')})[A-Za-z0-9+/_-]*=*`, 'g')

/** Anything shorter is found in texts that have nothing to do with the secret. */
const SHORTEST_BASE64 = 8

/**
 * A text without keys: whatever looks like one, and each secret that is named, also percent-encoded, escaped for
 * JSON, or in Base64, alone or with a user name or password beside it (RFC 7617).
 *
 * @example
 * redact('Bearer pk_test_abc') // 'Bearer [key]'
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return redactor(secrets)(text)
}

/** {@link redact} for many texts and the same secrets. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // The longest first: else a secret that begins like another would leave its end behind.
  const forms = secrets.flatMap(formsOf).sort((one, other) => other.length - one.length)
  return (text) => {
    const named = forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text)
    return named.replace(ANY_KEY, REDACTED).replace(ANY_KEY_IN_BASE64, REDACTED)
  }
}

function formsOf(secret: string): string[] {
  if (secret === '') return []
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    ...base64Of(secret).filter((form) => form.length >= SHORTEST_BASE64),
  ]
}

/** The characters that a text alone decides in Base64, for each of the three places where a group may begin in it. */
function base64Of(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const forms = [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}
