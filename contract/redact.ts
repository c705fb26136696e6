/** What stands in the place of a key wherever something is recorded, reported or said. */
export const REDACTED = '[key]'

const ANY_KEY = /pk(?:_|%5f)[a-z]+(?:_|%5f)[A-Za-z0-9_%-]+/gi

/**
 * A text without keys: whatever looks like one, and each secret that is named, also percent-encoded, in Base64,
 * or escaped for JSON.
 *
 * @example
 * redact('Bearer pk_test_abc') // 'Bearer [key]'
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const forms = secrets.filter((secret) => secret !== '').flatMap(formsOf)
  const named = forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text)
  return named.replace(ANY_KEY, REDACTED)
}

function formsOf(secret: string): string[] {
  const base64 = btoa(String.fromCodePoint(...new TextEncoder().encode(secret)))
  const forms = [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)]
  return [
    ...forms,
    base64.replace(/=+$/, ''),
    base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
  ]
}
