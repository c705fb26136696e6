import type { Hono } from 'hono'
import type { MockEnv } from '../sandbox/mock.ts'

/** Adds the OpenAPI document to the admin API of a mock that listens. */
export function routeWhenListening(admin: Hono<MockEnv>): void {
  admin.get('/openapi.json', async (c) => {
    // Loaded by the first such call.
    const { openApiDocument } = await import('../../openapi/openapi-document.ts')
    return c.json(openApiDocument(c.var.mock.profile, new URL(c.req.url).origin))
  })
}
