import type { Hono } from 'hono'
import type { MockEnv } from '../sandbox/mock.ts'

/** Adds what the admin API of a mock that listens has besides: the contract as an OpenAPI document. */
export function routeWhenListening(admin: Hono<MockEnv>): void {
  admin.get('/openapi.json', async (c) => {
    // What makes the document is loaded when one is asked for.
    const { openApiDocument } = await import('../../openapi/openapi-document.ts')
    return c.json(openApiDocument(c.var.mock.profile, new URL(c.req.url).origin))
  })
}
