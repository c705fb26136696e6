import type { Hono } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import type { MockContext, MockEnv } from '../sandbox/mock.ts'
import { exportArchive } from './journal.ts'

/** Adds what the admin API of a mock that listens has besides: its journal for developer tools, and the documents of the contract. */
export function routeWhenListening(app: Hono<MockEnv>): void {
  routeDocuments(app)
  app.get(`${ADMIN_PREFIX}/journal.har`, (c) => exportArchive(c))
}

export const DOCUMENTS = {
  'openapi.json': `${ADMIN_PREFIX}/openapi.json`,
  docs: `${ADMIN_PREFIX}/docs`,
} as const

/** The page loads nothing, runs nothing and is in no frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The contract of a mock, at its own address. What makes the documents is loaded when one is asked for. */
function routeDocuments(app: Hono<MockEnv>): void {
  app.get(DOCUMENTS['openapi.json'], async (c) =>
    c.json((await load()).openApiDocument(c.get('mock').profile, originOf(c))),
  )
  app.get(DOCUMENTS.docs, async (c) => showDocs(c, await load()))
}

async function load() {
  const [openApi, page] = await Promise.all([
    import('../../openapi/openapi-document.ts'),
    import('../../openapi/page/docs-page.ts'),
  ])
  return { ...openApi, ...page }
}

function showDocs(c: MockContext, { docsPage }: Awaited<ReturnType<typeof load>>): Response {
  const { docs: _, ...links } = DOCUMENTS
  return c.html(docsPage(c.get('mock').profile, links), 200, {
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
}

function originOf(c: MockContext): string {
  return new URL(c.req.url).origin
}
