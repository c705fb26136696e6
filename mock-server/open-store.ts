import { systemClock } from '../contract/clock.ts'
import { withPackage } from '../fixtures/optional-package.ts'
import { memoryStore, type SandboxTimeOptions } from './store/memory-store.ts'
import { type Store, StoreError } from './store/store.ts'

const DRIVER = { name: 'pg', version: '8', use: 'A store in PostgreSQL' }
const USAGE = 'Name memory, sqlite:FILE, or postgres://USER:PASSWORD@HOST:PORT/DATABASE.'

/**
 * Opens the store that a URL names: `memory`, `sqlite:FILE` or `postgres://…`. Close it when you are done.
 *
 * @param options PostgreSQL uses its own clock, so that every mock over it agrees; a `clock` is for the others.
 * @throws {StoreError} for a URL that names no store, and for a store that can't be used. No message contains a password.
 * @throws {MissingPackageError} which names the command that installs the driver of PostgreSQL.
 *
 * @example
 * const store = await openStore('sqlite:orders.sqlite')
 * const mock = await serve({ store })
 */
export async function openStore(url: string, options: SandboxTimeOptions = {}): Promise<Store> {
  const { clock = systemClock, speed = 1 } = options
  if (url === 'memory') return memoryStore({ clock, speed })
  // A driver is loaded only if it is needed.
  if (/^sqlite:./.test(url)) {
    const { sqliteStore } = await import('./store/sqlite-driver.ts')
    return sqliteStore(url.slice('sqlite:'.length), clock, speed)
  }
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    await withPackage(DRIVER, () => import('pg'))
    const { postgresStore } = await import('./store/postgres-driver.ts')
    return postgresStore(url, speed)
  }
  throw new StoreError(`${foundIn(url)} ${USAGE}`)
}

/** Quotes only the scheme of a URL: the rest may contain a password. */
function foundIn(url: string): string {
  if (/^sqlite:?$/.test(url)) return 'The store is a SQLite file without a name.'
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]{0,30}(?=:)/.exec(url)?.[0]
  return scheme === undefined ? 'The store is not a known one.' : `There is no store of the kind ${scheme}.`
}
