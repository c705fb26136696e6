const BY_DIGEST = /^sha256:([0-9a-f]{64})$/

/** The name of a sandbox whose key this process does not know, by the SHA-256 of the key in hexadecimal digits. */
export function nameByDigest(digest: string): string {
  return `sha256:${digest}`
}

/** The digest in such a name; `undefined` for a key. */
export function digestInName(sandbox: string): string | undefined {
  return BY_DIGEST.exec(sandbox)?.[1]
}
