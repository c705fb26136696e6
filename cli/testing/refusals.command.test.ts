import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { GOOD } from '../commands/certify/certify-run.fixture.ts'
import { runCli } from './run-in-process.fixture.ts'
import { SECRET_KEY as KEY } from './secrecy.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

/** What no refusal repeats: a key, a password, or what was meant to be one. */
const SECRETS = /geheim|Zecret|sk_live_1|Secret1/

/** Stands for the address of a service that only counts connections. */
const SERVICE = 'http://service'
const BLOCKED = 'SERVICE_PARTNER_BLOCKED_API_KEY'
const OWN_TLS = ['certify', '--listen', '--tls-cert']
const NO_CERTIFICATE = 'they are no certificate with its key, each in PEM.'
const LOOKUP =
  'expected GET and a path with the reference in it, such as "GET /orders?ref={partnerReference}"'

/** A command line, what its refusal says, from the beginning of a line where that begins with \n; and the variables that it has beside a key. */
type Row = readonly [args: readonly string[], said: string, env?: Readonly<Record<string, string>>]

const ROWS: readonly Row[] = [
  [['frobnicate'], "error: unknown command 'frobnicate'"],

  [
    ['verify', '--base-url', SERVICE],
    '\nSERVICE_PARTNER_API_KEY is not set',
    { SERVICE_PARTNER_API_KEY: '' },
  ],
  [
    ['verify', '--base-url', SERVICE],
    '\nSERVICE_PARTNER_API_KEY: a TEST key begins with pk_test_',
    { SERVICE_PARTNER_API_KEY: 'pk_live_Secret1' },
  ],
  [['verify', '--base-url', 'example.com'], '--base-url: found a text that is not an absolute URL'],
  [['verify', '--base-url', 'http://198.51.100.1'], 'would send the key in the clear'],
  [['verify', '--base-url', 'https://a:b@example.com'], 'found credentials in it'],
  [['verify', '--base-url', SERVICE, '--profile', 'no.json'], '--profile no.json: there is no such file'],
  [['verify', '--report', 'package.json'], '--report "package.json": it is a file, not a folder'],
  [['verify', '--report', ' '], '--report " ": expected the name of a folder, and found none'],
  [['verify', '--report', 'package.json/in'], 'nothing can be written there: a part of its path is a file'],
  [['verify', '--baseline', 'package.json'], '\npackage.json: the document: expected a list of entries'],
  [['verify', '--allow-http'], '--allow-http: it has no effect without --base-url'],
  [['verify', '--json', '--dry-run'], '--json: found --dry-run beside it. A dry run makes no report.'],
  [['verify', '--base-url', SERVICE, '--require', 'ip-allow-list'], 'Did you mean ip-allowlist?'],
  [['verify', '--base-url', SERVICE], `${BLOCKED}: a TEST key begins with`, { [BLOCKED]: 'pk_live_x' }],
  [['verify', '--base-url', SERVICE], 'holds the same key as', { [BLOCKED]: KEY }],

  [['discover'], "required option '--base-url <url>' not specified"],
  [
    ['discover', '--base-url', SERVICE],
    'SERVICE_PARTNER_API_KEY is not set. Put the TEST key',
    { SERVICE_PARTNER_API_KEY: '' },
  ],
  [['discover', '--base-url', `https://example.com/${KEY}`], '--base-url: found a key in it'],
  [['discover', '--base-url', SERVICE, '--sku', KEY], '--sku: found a key in it'],
  [['discover', '--base-url', SERVICE, '--out', '.'], '--out ".": it is a folder. Name another file'],
  [['discover', '--base-url', SERVICE, '--out', 'new/'], '--out "new/": it is a folder'],
  [['discover', '--base-url', SERVICE, '--out', ''], '--out "": expected the name of a file, and found none'],
  [['discover', '--base-url', SERVICE, '--out', 'package.json/in'], "it can't be written"],
  [['discover', '--base-url', SERVICE, '--profile', 'no.json'], '--profile no.json: there is no such file'],
  [['discover', '--base-url', SERVICE, '--key-in-query', 'key'], "unknown option '--key-in-query'"],
  [['discover', '--base-url', SERVICE, '--time-limit', 'soon'], 'It must be a whole number from 1 to 86400'],
  [['discover', '--base-url', SERVICE, '--lookup', '/orders/{partnerReference}'], LOOKUP],
  [['discover', '--base-url', SERVICE, '--lookup', 'GET orders'], LOOKUP],
  [['discover', '--base-url', SERVICE, '--lookup', 'POST /orders/{partnerReference}'], LOOKUP],
  [
    ['discover', '--base-url', SERVICE, '--lookup', `GET /${KEY}/{partnerReference}`],
    '--lookup: found a key in it',
  ],
  [['discover', '--base-url', SERVICE, '--reference-prefix', 'a:b'], '1 to 20 letters, digits or hyphens'],
  [['discover', '--base-url', SERVICE, '--lookup', 'GET /orders'], LOOKUP],
  [['discover', '--base-url', SERVICE, '--report', 'r'], "unknown option '--report'"],

  [['mock', '--port', 'x'], 'It must be a whole number from 0 to 65535'],
  [['mock', '--speed', '0'], 'It must be a number from 0.001 to 100000'],
  [['mock', '--catalogue', 'no.json'], '--catalogue no.json: there is no such file'],
  [
    ['mock', '--catalogue', 'package.json'],
    '--catalogue package.json: catalogue.seed: found nothing, expected a whole number, at least 0',
  ],
  [['mock', '--scenarios', 'package.json'], 'package.json: found {"name"'],
  [['mock', '--partners', 'package.json'], 'package.json: unknown key name'],
  [['mock', '--colour'], "unknown option '--colour'"],
  [['mock', '--port', '0'], '16 to 512 characters', { MOCK_ADMIN_TOKEN: 'short' }],
  [['mock', '--store', 'sqlite:'], 'a SQLite file without a name'],
  [['mock', '--store', 'mysql://me:geheim@db/x'], 'no store of the kind mysql'],
  [['mock', '--store', 'postgres://me:geheim@127.0.0.1:1/x'], '127.0.0.1:1/x'],
  [['mock', '--store', 'postgres://me:geheim@[x'], 'postgres://user:password@host'],
  [['mock', '--store', `sqlite:${tmpdir()}`], 'a folder'],

  [
    ['judge', 'no.jsonl'],
    '\nno.jsonl: there is no such file. Name the recording of `certify`, or its folder.',
  ],

  [['certify'], 'found no command'],
  [['certify', ''], 'found no command'],
  [['certify', '--only', 'NOPE', ...GOOD], '--only NOPE: there is no such scenario'],
  [['certify', '--only', 'cut,at-onec', ...GOOD], 'Did you mean SCENARIO-AT-ONCE?'],
  [['certify', '--only', ',', ...GOOD], '--only ,: there is no such scenario'],
  [['certify', '--report', 'package.json', ...GOOD], 'it is a file, not a folder'],
  [
    ['certify', '--listen', '--shopping-list', 'package.json'],
    '--shopping-list "package.json": it holds something else, which would be lost. Name another file.',
  ],
  [['certify', '--port', '0', ...GOOD], '--port: it has no effect without --listen'],
  [['certify', '--profile', 'no.json', ...GOOD], '--profile no.json'],
  [['certify', '--time-limit', '0', ...GOOD], 'It must be a whole number from 1'],
  [['certify', '--name', ' ', ...GOOD], '--name'],
  // Nobody names the cards of a whole run.
  [['certify', '--seed', '7', ...GOOD], "unknown option '--seed'"],
  [['certify', '--seed-file', 'package.json', ...GOOD], "unknown option '--seed-file'"],
  [['certify', '--plain-skus', ...GOOD], "unknown option '--plain-skus'"],
  [['certify', '--listen', '--jobs', '2'], '--jobs: found --listen beside it'],
  [['certify', '--listen', '--restart'], '--restart: found --listen beside it'],
  [['certify', '--listen', ...GOOD], '--listen: expected no command'],
  [['certify', '--listen', '--key', 'sk_live_1'], '--key: a TEST key begins with pk_test_'],
  [['mock', '--tls-cert', 'a.pem'], '--tls-cert: it has no effect without --tls-key'],
  [['mock', '--tls-cert', 'README.md', '--tls-key', 'README.md'], NO_CERTIFICATE],
  [[...OWN_TLS, 'a.pem'], '--tls-cert: it has no effect without --tls-key'],
  [[...OWN_TLS, 'README.md', '--tls-key', 'README.md'], NO_CERTIFICATE],
  // Empty, which no client could connect to.
  [[...OWN_TLS, '/dev/null', '--tls-key', '/dev/null'], NO_CERTIFICATE],
]

let [connections, service] = [0, '']
beforeAll(async () => {
  const server = createServer((_, response) => response.end()).on('connection', () => (connections += 1))
  service = `http://127.0.0.1:${await portOf(server, { onTestFinished: () => {} })}`
  return () => void server.close()
})

test.for(ROWS)('%j is refused, and %j is why', async ([args, said, env = {}]) => {
  const line = args.map((word) => (word === SERVICE ? service : word))
  const { code, stdout, stderr } = await runCli(line, { env: { SERVICE_PARTNER_API_KEY: KEY, ...env } })
  expect({ code, stdout, connections }).toEqual({ code: 2, stdout: '', connections: 0 })
  expect(`\n${stderr}`.replaceAll(/(?<=.)\s+/g, ' ')).toContain(said)
  expect(stderr).not.toMatch(/^ +at /m)
  expect(stderr).not.toMatch(SECRETS)
})

const READERS = [
  ['verify', '--profile', 'FILE'],
  ['verify', '--baseline', 'FILE'],
  ['discover', '--base-url', SERVICE, '--profile', 'FILE'],
  ['mock', '--catalogue', 'FILE'],
  ['mock', '--scenarios', 'FILE'],
  ['mock', '--partners', 'FILE'],
  ['mock', '--tls-cert', 'FILE', '--tls-key', 'FILE'],
  ['certify', '--profile', 'FILE', ...GOOD],
  ['certify', '--scenarios', 'FILE', ...GOOD],
  ['certify', '--listen', '--tls-cert', 'FILE', '--tls-key', 'FILE'],
  ['judge', 'FILE'],
  ['openapi', '--profile', 'FILE'],
]

test.for(READERS)('%s %s … names a file in UTF-16 as such', async (args, context) => {
  const folder = temporaryFolder(context)
  const littleEndian = Buffer.from('\ufeff{"auth": {}}', 'utf16le')
  const files = [littleEndian, littleEndian.subarray(2), Buffer.from(littleEndian).swap16()]
  for (const [index, bytes] of files.entries()) {
    const file = join(folder, String(index))
    writeFileSync(file, bytes)
    const line = args.map((word) => (word === 'FILE' ? file : word === SERVICE ? service : word))
    const { code, stderr } = await runCli(line, { env: { SERVICE_PARTNER_API_KEY: KEY } })
    expect(code).toBe(2)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'found a file in UTF-16, as > writes it in Windows PowerShell',
    )
  }
})

test.for<Row>([
  [['certify', '--', 'node x.mjs'], 'leave its quotes out, as in -- node x.mjs.'],
  [['certify', '--', './no-such-client'], `"./no-such-client" can't be started`],
  [['certify', '--', './package.json'], 'it is not executable'],
])('%j can not be started, and %j is why', async ([args, said]) => {
  const { code, stderr } = await runCli(args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
})
