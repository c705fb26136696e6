import { afterAll, beforeAll, beforeEach } from 'vitest'
import { embeddedServer, newDatabase, type TestServer } from './embedded-server.fixture.ts'

/**
 * Prepares something once for all tests of a file. Where that fails, each of its tests fails with the reason: none is
 * skipped.
 */
export function prepared(prepare: () => Promise<unknown>): void {
  let failure: { readonly error: unknown } | undefined
  beforeAll(async () => {
    await prepare().catch((error: unknown) => {
      failure = { error }
    })
  }, 60_000)
  beforeEach(() => {
    if (failure !== undefined) throw failure.error
  })
}

/** A server of this test file alone, which tests may stop. */
export function ownServer(): () => TestServer {
  let server: TestServer | undefined
  prepared(async () => {
    server = await embeddedServer()
  })
  afterAll(() => server?.close())
  return () => {
    if (server === undefined) throw new Error('A server was asked for before it was there.')
    return server
  }
}

/** Makes a database of one's own on the server of this test file: that of `DATABASE_URL`, or one from npm. */
export function databases(): () => Promise<string> {
  const given = process.env.DATABASE_URL
  if (given !== undefined) return () => newDatabase(given)
  const server = ownServer()
  return () => server().database()
}
