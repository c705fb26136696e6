import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH_CARD, KNOWN_REFERENCE } from '../operations.ts'
import { ALL, type MeasuredServer } from './servers.ts'

/** What the mock is compared with. */
export const PEER_VERSIONS = {
  '@stoplight/prism-cli': '5.16.0',
  '@mockoon/cli': '9.9.0',
  'json-server': '0.17.4',
}

/**
 * Installs what the mock is compared with, in exact versions and into a folder of their own.
 *
 * @throws {Error} when npm could not.
 */
export function installPeers(folder: string): MeasuredServer[] {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PEER_VERSIONS }))
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0)
    throw new Error(`npm install ended with ${status}. Reach the registry, or measure with --without-peers.`)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(DOCUMENT))
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
          writeFileSync(database, JSON.stringify({ ping: PING, orders: [known] }))
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

const PING = { data: { status: 'ok', mode: 'TEST' } }
const SETTLED = { status: 'COMPLETED' }
const TEXT = { type: 'string' }

/** The measured operations, each with an example for its answer. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Partner Purchase API', version: '1.0.1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/ping': { get: answers(PING) },
    '/orders': {
      post: {
        ...answers({ data: { order: { order: SETTLED } } }),
        requestBody: inJson({
          schema: {
            type: 'object',
            additionalProperties: false,
            required: ['partnerReference', 'sku'],
            properties: { partnerReference: TEXT, sku: TEXT },
          },
        }),
      },
    },
    '/orders/{partnerReference}': {
      get: {
        ...answers({ data: { order: SETTLED } }),
        parameters: [{ name: 'partnerReference', in: 'path', required: true, schema: TEXT }],
      },
    },
  },
}

function answers(example: object) {
  const schema = { type: 'object', required: ['data'], properties: { data: { type: 'object' } } }
  return { responses: { 200: { description: 'Served.', ...inJson({ schema, example }) } } }
}

function inJson(media: object) {
  return { content: { 'application/json': media } }
}
