import type { ClientConfig } from 'pg'
import { type ConnectionOptions, parse, toClientConfig } from 'pg-connection-string'
import { StoreError } from '../store.ts'

/** The address of a database, and its name for messages, which never contain its password. */
export type DatabaseAddress = {
  /** What the driver connects with. */
  readonly connection: ClientConfig
  /** Everything in the URL, including the query's parameters. */
  readonly written: ConnectionOptions
  /** For readers: host, port and database, without the user. */
  readonly name: string
  /** Removes the password from a text, encoded or not. */
  clean(text: string): string
}

const FORM = 'postgres://user:password@host:5432/database'

/**
 * Reads the URL of a database.
 *
 * @throws {StoreError} when it is not valid. It quotes nothing of the URL, where the password may then be anywhere.
 *
 * @example
 * databaseAddress('postgres://me:secret@db.internal/mock').name // 'postgres://db.internal/mock'
 */
export function databaseAddress(url: string): DatabaseAddress {
  const written = read(url)
  const { host, port, database, password = '' } = written
  const secrets = [encodeURIComponent(password), password].filter((secret) => secret !== '')
  return {
    connection: toClientConfig(written),
    written,
    name: `postgres://${host || 'localhost'}${port ? `:${port}` : ''}/${database ?? ''}`,
    clean: (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '[password]'), text),
  }
}

function read(url: string): ConnectionOptions {
  try {
    if (/^postgres(?:ql)?:\/\//.test(url)) return parse(url)
  } catch (error) {
    // A certificate that the URL names is read too: its path may be quoted.
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== undefined) throw new StoreError(`--store: the file ${path} can't be read (${code}).`)
  }
  throw new StoreError(`--store: found a URL that can't be read. Write it as ${FORM}, with %40 for an @.`)
}
