import { isSameSecret } from './same-secret.ts'

/**
 * A text that shows until a moment that its author knew a secret, without the secret in it.
 *
 * @param purpose what it is for: a text for one purpose is not valid for another.
 * @param untilMs milliseconds since the Unix epoch.
 */
export async function signedMoment(secret: string, purpose: string, untilMs: number): Promise<string> {
  return `${untilMs}.${await signatureOf(secret, `${purpose} ${untilMs}`)}`
}

/** Whether a text is a {@link signedMoment} for this purpose, and its moment has not come yet. */
export async function isSignedMoment(
  text: string,
  secret: string,
  { purpose, now }: { readonly purpose: string; readonly now: number },
): Promise<boolean> {
  const [, until] = /^(\d{1,15})\.[\w-]+$/.exec(text) ?? []
  if (until === undefined || Number(until) <= now) return false
  return isSameSecret(text, await signedMoment(secret, purpose, Number(until)))
}

/** The HMAC-SHA-256 of a text (RFC 2104), in Base64url. */
export async function signatureOf(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}
