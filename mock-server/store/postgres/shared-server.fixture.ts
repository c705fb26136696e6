import type { TestProject } from 'vitest/node'
import { embeddedServer } from './embedded-server.fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A URL at the PostgreSQL server of this run, whose user may make databases. */
    postgres: string
  }
}

/** Vitest's `globalSetup`: one server for all test files of a run, that of `DATABASE_URL` or one from npm. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.DATABASE_URL
  if (given !== undefined) {
    project.provide('postgres', given)
    return undefined
  }
  const server = await embeddedServer()
  project.provide('postgres', server.url)
  return () => server.close()
}
