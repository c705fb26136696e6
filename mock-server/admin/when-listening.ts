import type { Hono } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import type { MockEnv } from '../sandbox/mock.ts'

/** Adds what the admin API of a mock that listens has besides: the contract as an OpenAPI document. */
export function routeWhenListening(app: Hono<MockEnv>): void {
  app.get(`${ADMIN_PREFIX}/openapi.json`, async (c) => {
    // What makes the document is loaded when one is asked for.
    const { openApiDocument } = await import('../../openapi/openapi-document.ts')
    return c.json(openApiDocument(c.get('mock').profile, new URL(c.req.url).origin))
  })
}
