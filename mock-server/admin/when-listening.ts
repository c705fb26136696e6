import type { Hono } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import type { MockEnv } from '../http/routing.ts'
import { routeDocuments } from './contract-documents.ts'
import { exportArchive } from './journal.ts'
import { readMetrics } from './metrics.ts'
import { showSignIn, signIn } from './page/sign-in.ts'

/** What the admin API of a mock that listens has besides: its metrics, its journal for developer tools, the documents of the contract, and a sign-in. */
export const WHEN_LISTENING = {
  route(app: Hono<MockEnv>): void {
    routeDocuments(app)
    app.get(`${ADMIN_PREFIX}/metrics`, readMetrics)
    app.get(`${ADMIN_PREFIX}/journal.har`, (c) => exportArchive(c))
  },
  signIn,
  showSignIn,
}

/** The parts of a mock that listens; a mock in a page is smaller without them. */
export type WhenListening = typeof WHEN_LISTENING
