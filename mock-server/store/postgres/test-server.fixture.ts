import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { demand } from '../../../contract/testing/on-demand.fixture.ts'
import { embeddedServer, newDatabase, query, type TestServer } from './embedded-server.fixture.ts'

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

let own: Promise<string> | undefined

/**
 * The URL of a database without the store's schema. Each process of tests has one on the server of the run, and its
 * tests take it one after another: to empty a database costs far less than to make one.
 */
export async function emptyDatabase(): Promise<string> {
  own ??= demand(inject('postgres')).then(newDatabase)
  const url = await own
  await query(url, 'drop schema if exists partner_purchase cascade')
  return url
}
