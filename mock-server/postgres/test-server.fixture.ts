import { afterAll, beforeAll } from 'vitest'
import { embeddedServer, newDatabase, type TestServer } from './embedded-server.fixture.ts'

/** Makes a database of one's own on the server of this test file: that of `DATABASE_URL`, or one from npm. */
export function databases(): () => Promise<string> {
  const given = process.env.DATABASE_URL
  let server: TestServer | undefined
  beforeAll(async () => {
    if (given === undefined) server = await embeddedServer()
  }, 60_000)
  afterAll(() => server?.close())
  return () => {
    if (given !== undefined) return newDatabase(given)
    if (server === undefined) throw new Error('A database was asked for before its server was there.')
    return server.database()
  }
}
