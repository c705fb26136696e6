import { serve } from '../../serve.ts'
import { postgresStore } from './postgres-store.ts'

/**
 * A mock over a database, in a process of its own: `node replica.fixture.ts`, with the URL in `DATABASE_URL` and the options of
 * its store and of the mock in `REPLICA_OPTIONS`. It says where it listens, and serves until it is killed.
 */
const { DATABASE_URL = '', REPLICA_OPTIONS = '{}' } = process.env
const { store: storeOptions, mock } = JSON.parse(REPLICA_OPTIONS)
const store = await postgresStore(DATABASE_URL, storeOptions)
const { url } = await serve({ store, ...mock })
process.stdout.write(`ready ${url}\n`)
