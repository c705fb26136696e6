import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OperationName } from './operations.ts'
import type { Scratch } from './scratch.ts'

export type ContestantName = 'bare' | 'mock' | 'mock-sqlite' | 'prism' | 'mockoon' | 'json-server'

/** A server that is measured beside the others. */
export type Contestant = {
  readonly name: ContestantName
  readonly title: string
  readonly isOurs: boolean
  /** The package that it is installed from, with its exact version; null for what is here. */
  readonly package: { readonly name: string; readonly version: string } | null
  /** What Node is given to start it, in the scratch folder. */
  command(scratch: Scratch, port: number): string[]
  /** The operations that it is measured by; every one without it. */
  readonly measuredBy?: readonly OperationName[]
  /** Operations that it has no answer of 2xx for, and why. */
  readonly lacks: Partial<Record<OperationName, string>>
  /** What it does to answer, in a sentence. */
  readonly does: string
}

export const BARE: Contestant = {
  name: 'bare',
  title: 'bare node:http',
  isOurs: false,
  package: null,
  command: (_, port) => [fileURLToPath(new URL('bare-server.ts', import.meta.url)), String(port)],
  lacks: {},
  does: 'Compares the key, parses the body, keeps orders in a Map. No validation, no journal, no clock: the practical limit.',
}

export const MOCK: Contestant = {
  name: 'mock',
  title: 'this mock',
  isOurs: true,
  package: null,
  command: ({ build, partners }, port) => [
    join(build, 'dist/cli/main.js'),
    'mock',
    '--quiet',
    ...['--port', String(port)],
    ...['--partners', partners],
  ],
  lacks: {},
  does: 'Everything on: keys, validation, scenarios, clocks, the journal, the header of assumptions. Keeps orders in memory.',
}

/** Its file is a new one for each start. */
const MOCK_SQLITE: Contestant = {
  ...MOCK,
  name: 'mock-sqlite',
  title: 'this mock, SQLite file',
  command: (scratch, port) => [
    ...MOCK.command(scratch, port),
    ...['--store', `sqlite:${join(scratch.newFolder(), 'orders.sqlite')}`],
  ],
  measuredBy: ['purchase'],
  does: 'The same, with every order in a file before it is answered. Measured by new orders alone.',
}

const PRISM: Contestant = {
  name: 'prism',
  title: 'Prism',
  isOurs: false,
  package: { name: '@stoplight/prism-cli', version: '5.16.0' },
  command: ({ installed, competitors }, port) => [
    installed('@stoplight/prism-cli/dist/index.js'),
    ...['mock', '-v', 'silent', '-p', String(port)],
    join(competitors, 'prism.openapi.json'),
  ],
  lacks: {},
  does: 'Validates against an OpenAPI 3.1 document and answers its examples. Asks for a key, whichever; keeps no order.',
}

const MOCKOON: Contestant = {
  name: 'mockoon',
  title: 'Mockoon',
  isOurs: false,
  package: { name: '@mockoon/cli', version: '9.9.0' },
  command: ({ installed, competitors }, port) => [
    installed('@mockoon/cli/bin/run.js'),
    ...['start', '--disable-log-to-file', '--disable-admin-api', '-p', String(port)],
    ...['-d', join(competitors, 'mockoon.json')],
  ],
  lacks: {},
  does: 'Compares the key by a rule and answers static bodies. Validates nothing, keeps no order.',
}

const JSON_SERVER: Contestant = {
  name: 'json-server',
  title: 'json-server',
  isOurs: false,
  package: { name: 'json-server', version: '0.17.4' },
  command: ({ installed, competitors }, port) => [
    installed('json-server/lib/cli/bin.js'),
    ...['--quiet', '--host', '127.0.0.1', '--port', String(port), '--id', 'partnerReference'],
    ...['--routes', join(competitors, 'json-server.routes.json')],
    join(competitors, 'json-server.db.json'),
  ],
  lacks: { replay: 'the second order of a reference is answered with 500' },
  does: 'Stores every order by rewriting a JSON file. Asks for no key, validates nothing.',
}

/** Ours and the limit: what the check needs. */
export const LIMIT_AND_MOCK = [BARE, MOCK] as const

export const CONTESTANTS: readonly Contestant[] = [
  ...LIMIT_AND_MOCK,
  MOCK_SQLITE,
  PRISM,
  MOCKOON,
  JSON_SERVER,
]

/** Those that are measured by an operation, with those that have no answer for it. */
export function contestantsIn(operation: OperationName): readonly Contestant[] {
  return CONTESTANTS.filter(({ measuredBy }) => measuredBy?.includes(operation) ?? true)
}
