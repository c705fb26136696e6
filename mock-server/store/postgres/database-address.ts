import { StoreError } from '../store.ts'

/** Where a database is, and how to speak of it: no text that leaves here holds its password. */
export type DatabaseAddress = {
  /** As it was given, for the driver alone. */
  readonly url: string
  /** For readers: host, port and database, and nothing of who connects. */
  readonly name: string
  /** Takes the password out of a text, however it was written. */
  clean(text: string): string
}

const FORM = 'postgres://user:password@host:5432/database'

/**
 * Reads the URL of a database.
 *
 * @throws {StoreError} when it is none. It quotes nothing of the URL, whose password may stand anywhere in it then.
 *
 * @example
 * databaseAddress('postgres://me:secret@db.internal/mock').name // 'postgres://db.internal/mock'
 */
export function databaseAddress(url: string): DatabaseAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new StoreError(`--store: found a URL that can't be read. Write it as ${FORM}, with %40 for an @.`)
  const secrets = secretsOf(parsed)
  return {
    url,
    name: `postgres://${parsed.host || (parsed.searchParams.get('host') ?? 'localhost')}${parsed.pathname}`,
    clean: (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '[password]'), text),
  }
}

/** The longest first, so that none is left over that held another. */
function secretsOf({ password, searchParams }: URL): string[] {
  const written = [password, ...searchParams.getAll('password')].filter((secret) => secret !== '')
  const forms = written.flatMap((secret) => [secret, decoded(secret), encodeURIComponent(secret)])
  return [...new Set(forms)].sort((one, other) => other.length - one.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
