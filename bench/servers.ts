import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../openapi/openapi-document.ts'
import { BENCH_CARD, KNOWN_REFERENCE, OPERATIONS, type OperationName } from './operations.ts'
import type { StartCommand } from './server-process.ts'

type PeerName = 'prism' | 'mockoon' | 'json-server'
export type ServerName = 'bare' | 'mock' | 'mock-log' | 'mock-unread' | 'sqlite' | 'postgres' | PeerName

export type ServerDescription = {
  readonly name: ServerName
  readonly title: string
  /** What it does to answer, in a sentence or two. */
  readonly does: string
  readonly operations: readonly OperationName[]
  /** Whether it can wait for a pipe or a disk, and not only for its processor. */
  readonly waits?: boolean
}

export type MeasuredServer = ServerDescription & { readonly command: StartCommand }

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const BARE_START: StartCommand = { args: (port) => [file('bare-start.js'), String(port)] }

/** The built mock, with these options besides its port. */
export function mockCommand(options: readonly string[] = ['--quiet']): StartCommand {
  return { args: (port) => [file('../dist/cli/main.js'), 'mock', '--port', String(port), ...options] }
}

const ALL: readonly OperationName[] = OPERATIONS.map(({ name }) => name)

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

export const PEER_VERSIONS = {
  '@stoplight/prism-cli': '5.16.0',
  '@mockoon/cli': '9.9.0',
  'json-server': '0.17.4',
}

/** In exact versions, and into a folder of their own. @throws {Error} when npm could not. */
export function installPeers(folder: string): MeasuredServer[] {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PEER_VERSIONS }))
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0)
    throw new Error(`npm install ended with ${status}. Reach the registry, or measure with --without-peers.`)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument()))
  return peersIn(folder)
}

function peersIn(folder: string): MeasuredServer[] {
  const installed = (path: string) => join(folder, 'node_modules', path)
  const document = join(folder, 'openapi.json')
  return [
    {
      name: 'prism',
      title: `Prism ${PEER_VERSIONS['@stoplight/prism-cli']}`,
      does: 'Validates against an OpenAPI document and answers its examples. Requires any key; keeps no order.',
      operations: ALL,
      command: {
        args: (port) => [
          installed('@stoplight/prism-cli/dist/index.js'),
          ...['mock', '-v', 'silent', '-p', String(port), document],
        ],
      },
    },
    {
      name: 'mockoon',
      title: `Mockoon ${PEER_VERSIONS['@mockoon/cli']}`,
      does: 'Answers generated bodies of the same document. Asks for no key, validates nothing, keeps no order.',
      operations: ALL,
      command: {
        args: (port) => [
          installed('@mockoon/cli/bin/run.js'),
          ...['start', '--disable-log-to-file', '--disable-admin-api', '-p', String(port), '-d', document],
        ],
      },
    },
    {
      name: 'json-server',
      title: `json-server ${PEER_VERSIONS['json-server']}`,
      does: 'Stores every order by rewriting a JSON file. Asks for no key, validates nothing, answers a replay with 500.',
      operations: ['ping', 'purchase', 'lookup'],
      waits: true,
      command: {
        args(port) {
          const database = join(folder, `db-${port}.json`)
          const known = { partnerReference: KNOWN_REFERENCE, sku: BENCH_CARD.sku }
          writeFileSync(
            database,
            JSON.stringify({ ping: { data: { status: 'ok', mode: 'TEST' } }, orders: [known] }),
          )
          return [
            installed('json-server/lib/cli/bin.js'),
            ...['--quiet', '--host', '127.0.0.1', '--port', String(port), '--id', 'partnerReference'],
            database,
          ]
        },
      },
    },
  ]
}
