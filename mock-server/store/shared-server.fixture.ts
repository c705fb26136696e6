import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { demand, onDemand, type SharedServer } from '../../contract/testing/on-demand.fixture.ts'
import { embeddedServer, newDatabase, query } from './embedded-server.fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for the URL of the PostgreSQL server of this run. */
    postgres: string
  }
}

/** Vitest's `globalSetup`: one server for all test files of a run, from `DATABASE_URL` or npm. It starts on demand. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await onDemand(givenServer)
  project.provide('postgres', url)
  return close
}

async function givenServer(): Promise<SharedServer> {
  const url = process.env.DATABASE_URL
  return url === undefined ? embeddedServer() : { url, close: async () => {} }
}

let own: Promise<string> | undefined

const TABLES = ['version', 'keys', 'orders', 'attempts'].map((name) => `partner_purchase_${name}`)

/**
 * The URL of a database without tables. Each test process has one database, and empties it for each test: to create one
 * takes far longer.
 */
export async function emptyDatabase(): Promise<string> {
  own ??= demand(inject('postgres')).then(newDatabase)
  const url = await own
  await query(url, `drop table if exists ${TABLES}`)
  return url
}
