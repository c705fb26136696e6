import { serve } from '../../serve.ts'
import { postgresStore } from './postgres-store.ts'

/**
 * A mock over a database, in a process of its own: `node replica.fixture.ts`, with the URL in `DATABASE_URL`. It says
 * where it listens, and serves until it is killed.
 */
const { DATABASE_URL = '', POOL_SIZE = '10' } = process.env
const store = await postgresStore(DATABASE_URL, { poolSize: Number(POOL_SIZE) })
const { url } = await serve({ store })
process.stdout.write(`ready ${url}\n`)
