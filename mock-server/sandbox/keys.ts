import { isTestKey } from '../../contract/wire/auth.ts'
import { ORDINARY_PARTNER, type Partner } from '../../fixtures/partners.ts'
import { type Account, digestInName, nameByDigest } from '../store/store.ts'
import type { Mock } from './mock.ts'

const DIGEST = /^[0-9a-f]{64}$/

const MOST_DIGESTS = 10_000

/** The SHA-256 of a key, in hexadecimal digits: its name in the admin API, where no key is shown. */
export async function keyDigestOf({ digests }: Mock, key: string): Promise<string> {
  if (digests.size > MOST_DIGESTS) digests.clear()
  const digest = digestInName(key) ?? digests.get(key) ?? (await sha256(key))
  digests.set(key, digest)
  return digest
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function isKeyOrDigest(text: string): boolean {
  return isTestKey(text) || DIGEST.test(text)
}

/** The sandbox of a key or a digest; `undefined` if the key is not accepted, or nobody used that of the digest. */
export async function sandboxNamed(mock: Mock, keyOrDigest: string): Promise<string | undefined> {
  if (isTestKey(keyOrDigest)) return mock.partnerWith(keyOrDigest)?.key
  for (const key of knownKeys(mock)) if ((await keyDigestOf(mock, key)) === keyOrDigest) return key
  // A store that outlives this process knows sandboxes by their digests.
  return mock.store.digestOf && DIGEST.test(keyOrDigest) ? nameByDigest(keyOrDigest) : undefined
}

export function knownKeys({ partners, guests }: Mock): readonly string[] {
  return [...new Set([...partners.map(({ key }) => key), ...guests.keys()])]
}

/** The partner of a sandbox; one that is known only by its digest is a guest. */
export function partnerOf({ partnerWith }: Mock, sandbox: string): Partner | undefined {
  const digest = digestInName(sandbox)
  if (digest === undefined) return partnerWith(sandbox)
  return { ...ORDINARY_PARTNER, id: `guest-${digest.slice(0, 12)}`, key: sandbox }
}

export function accountOf(mock: Mock, sandbox: string): Account {
  return { sandbox, openingBalance: partnerOf(mock, sandbox)?.openingBalance ?? 0 }
}
