import { systemClock } from '../contract/clock.ts'
import { withPackage } from '../fixtures/optional-package.ts'
import { memoryStore, type SandboxTimeOptions } from './store/memory-store.ts'
import { type Store, StoreError } from './store/store.ts'

type StoreKind = {
  readonly form: RegExp
  /** @param url the whole URL. */
  open(url: string, options: SandboxTimeOptions): Promise<Store>
}

/** A driver is loaded only when it is needed: a mock with an in-memory store does not wait for it. */
const KINDS: readonly StoreKind[] = [
  {
    form: /^memory$/,
    open: async (_, options) => memoryStore(options),
  },
  {
    form: /^sqlite:./,
    async open(url, { clock = systemClock, speed = 1 }) {
      const { sqliteStore } = await import('./store/sqlite-driver.ts')
      return sqliteStore(url.slice('sqlite:'.length), clock, speed)
    },
  },
  {
    form: /^postgres(?:ql)?:\/\//,
    async open(url, { speed = 1 }) {
      await withPackage(DRIVER, () => import('pg'))
      const { postgresStore } = await import('./store/postgres-driver.ts')
      return postgresStore(url, speed)
    },
  },
]

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
  const kind = KINDS.find(({ form }) => form.test(url))
  if (kind === undefined) throw new StoreError(`${foundIn(url)} ${USAGE}`)
  return kind.open(url, options)
}

/** Of a URL that may contain a password, only the part before it is quoted. */
function foundIn(url: string): string {
  if (/^sqlite:?$/.test(url)) return 'The store is a SQLite file without a name.'
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]{0,30}(?=:)/.exec(url)?.[0]
  return scheme === undefined ? 'The store is not a known one.' : `There is no store of the kind ${scheme}.`
}
