import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPERATIONS, type OperationName } from '../operations.ts'

type PeerName = 'prism' | 'mockoon' | 'json-server'
export type ServerName = 'bare' | 'mock' | 'mock-log' | 'mock-unread' | 'sqlite' | 'postgres' | PeerName

/** How a server is started. */
export type StartCommand = {
  /** The arguments of Node. */
  args(port: number): string[]
  readonly env?: Readonly<Record<string, string>>
  /** Standard output is a pipe, whose reader takes everything at once or nothing at all; without it, it goes nowhere. */
  readonly log?: 'read' | 'unread'
}

/** What the page says of a server. */
export type ServerDescription = {
  readonly name: ServerName
  readonly title: string
  /** What it does to answer, in a sentence or two. */
  readonly does: string
  /** The operations that it is measured by. */
  readonly operations: readonly OperationName[]
  /** Whether it can wait for a pipe or a disk, and not only for its processor. */
  readonly waits?: boolean
}

export type MeasuredServer = ServerDescription & { readonly command: StartCommand }

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const BARE_START: StartCommand = { args: (port) => [file('bare-start.js'), String(port)] }

/** The built mock, with these options besides its port. */
export function mockCommand(options: readonly string[] = ['--quiet']): StartCommand {
  return { args: (port) => [file('../../dist/cli/main.js'), 'mock', '--port', String(port), ...options] }
}

export const ALL: readonly OperationName[] = OPERATIONS.map(({ name }) => name)

/** The limit and the mock, quiet and with its log: what `bench:check` needs. */
export function mockBesideBare(partners: string): MeasuredServer[] {
  const logged = mockCommand(['--partners', partners])
  return [
    {
      name: 'bare',
      title: 'bare node:http',
      does: 'Compares the key, parses the body, keeps orders in a Map. No validation, no journal, no clock: the practical limit.',
      operations: ALL,
      command: { args: (port) => [file('bare-server.ts'), String(port)] },
    },
    {
      name: 'mock',
      title: 'this mock, `--quiet`',
      does: 'Everything on but the log: keys, validation, scenarios, clocks, the journal, the header of assumptions. Keeps orders in memory.',
      operations: ALL,
      command: mockCommand(['--quiet', '--partners', partners]),
    },
    {
      name: 'mock-log',
      title: 'this mock, default log',
      does: 'The same with its text log, which goes through a pipe to `cat`.',
      operations: ['ping', 'purchase'],
      waits: true,
      command: { ...logged, log: 'read' },
    },
    {
      name: 'mock-unread',
      title: 'this mock, log unread',
      does: 'The same with a full pipe that nobody reads.',
      operations: ['ping', 'purchase'],
      waits: true,
      command: { ...logged, log: 'unread' },
    },
  ]
}

type Durable = { readonly partners: string; readonly folder: string; readonly databaseUrl: string }

/** The mock with every order on a disk before it is answered. */
export function durableMocks({ partners, folder, databaseUrl }: Durable): MeasuredServer[] {
  const database = new URL(databaseUrl)
  const password = decodeURIComponent(database.password)
  database.password = ''
  const over = (store: string) => mockCommand(['--quiet', '--partners', partners, '--store', store])
  const common = { operations: ['purchase'], waits: true } as const
  return [
    {
      ...common,
      name: 'sqlite',
      title: 'this mock, SQLite file',
      does: 'Every order is in a file before it is answered.',
      // A new file for each start.
      command: {
        args: (port) => over(`sqlite:${join(mkdtempSync(join(folder, 'sqlite-')), 'orders')}`).args(port),
      },
    },
    {
      ...common,
      name: 'postgres',
      title: 'this mock, PostgreSQL',
      does: 'Every order, and the journal, is in a PostgreSQL of this machine that waits for its disk. The database shares the cores.',
      command: { ...over(database.href), env: { PGPASSWORD: password } },
    },
  ]
}
