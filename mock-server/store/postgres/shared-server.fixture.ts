import type { TestProject } from 'vitest/node'
import { onDemand, type SharedServer } from '../../../contract/testing/on-demand.fixture.ts'
import { embeddedServer } from './embedded-server.fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for a URL at the PostgreSQL server of this run, whose user may make databases. */
    postgres: string
  }
}

/** Vitest's `globalSetup`: one server for all test files of a run, that of `DATABASE_URL` or one from npm. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await onDemand(givenServer)
  project.provide('postgres', url)
  return close
}

async function givenServer(): Promise<SharedServer> {
  const url = process.env.DATABASE_URL
  return url === undefined ? embeddedServer() : { url, close: async () => {} }
}
