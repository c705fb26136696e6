import type { TestServer } from '../../mock-server/store/postgres/embedded-server.fixture.ts'

/** A PostgreSQL to measure with. */
export type DatabaseServer = {
  /** That of a database of it, beside which others are made. */
  readonly url: string
  close(): Promise<void>
}

/** A database that nobody else uses. */
export type OwnDatabase = { readonly url: string; drop(): Promise<void> }

/** The server of `DATABASE_URL`, or one from npm, which waits for its disk as any other does. */
export async function databaseServer(): Promise<DatabaseServer> {
  const given = process.env.DATABASE_URL
  if (given !== undefined) return { url: given, close: async () => {} }
  const { embeddedServer } = await fixture()
  const server: TestServer = await embeddedServer({ isHasty: false })
  return { url: await server.database(), close: () => server.close() }
}

/** Makes a database beside the one that a URL names. */
export async function ownDatabase(server: string): Promise<OwnDatabase> {
  const { newDatabase, query } = await fixture()
  const url = await newDatabase(server)
  const name = new URL(url).pathname.slice(1)
  return { url, drop: async () => void (await query(server, `drop database "${name}" with (force)`)) }
}

/** Works in a database of its own, on a server that is there for as long. */
export async function inOwnDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await databaseServer()
  try {
    const { url, drop } = await ownDatabase(server.url)
    try {
      return await work(url)
    } finally {
      await drop()
    }
  } finally {
    await server.close()
  }
}

/** Has a database do something. */
export async function runIn(url: string, text: string): Promise<void> {
  await (await fixture()).query(url, text)
}

/** Loaded when it is asked for: it stays in a process that ends, and waits for what the process has started. */
function fixture() {
  return import('../../mock-server/store/postgres/embedded-server.fixture.ts')
}
