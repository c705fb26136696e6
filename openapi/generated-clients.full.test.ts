import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { judgeJournal } from '../certification/judge-journal.ts'
import { certify } from '../certification/runner/certify.ts'
import { CHECKERS } from '../checkers/installed.fixture.ts'
import { ROOT } from '../cli/testing/built-package.fixture.ts'
import { served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { check, documentsOf, ran } from './testing/served.fixture.ts'

/** A generator of clients, and a program on the client that it makes of `openapi.json`. */
type Generator = {
  /** The package, its command, and its arguments. */
  readonly command: string
  /** Its configuration, by file name. */
  readonly files?: Readonly<Record<string, string>>
  /** TypeScript that declares `purchase(body)`: it resolves to the body of the answer. */
  readonly client: string
}

/** How a program knows the service, and what it buys. */
const ENVIRONMENT = `
const { SERVICE_BASE_URL: baseUrl = '', SERVICE_PARTNER_API_KEY: key = '' } = process.env
const headers = { Authorization: 'Bearer ' + key }
`
const BUYS = `
console.log(JSON.stringify(await purchase({ partnerReference: 'SHOP:1001', sku: 'SCENARIO-PROCESSING' })))
`

const ORVAL = `export default {
  fetch: { input: 'openapi.json', output: { target: 'orval.ts', client: 'fetch' } },
  zod: { input: 'openapi.json', output: { target: 'schemas.ts', client: 'zod' } },
}`

const KUBB = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './kubb', format: false, lint: false },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginClient({ client: 'fetch' })],
})`

/** Orval's client calls addresses without a host. */
const HERE = `const { fetch } = globalThis
globalThis.fetch = (url, init) => fetch(baseUrl + url, { ...init, headers: { ...init?.headers, ...headers } })
`

/** The generators, by the name of their row in docs/openapi.md; two others are below. */
const GENERATORS: Readonly<Record<string, Generator>> = {
  'orval, fetch': {
    command: 'orval orval --config orval.config.mjs',
    files: { 'orval.config.mjs': ORVAL },
    client: `import { createOrder } from './orval.ts'
${ENVIRONMENT}${HERE}const purchase = async (body) => (await createOrder(body)).data`,
  },
  'orval, zod': {
    command: 'orval orval --config orval.config.mjs',
    files: { 'orval.config.mjs': ORVAL },
    client: `import { CreateOrderBody, CreateOrderResponse } from './schemas.ts'
${ENVIRONMENT}const purchase = async (given) => {
  const body = JSON.stringify(CreateOrderBody.parse(given))
  const response = await fetch(baseUrl + '/orders', { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body })
  return CreateOrderResponse.parse(await response.json())
}`,
  },
  'openapi-zod-client': {
    command: 'openapi-zod-client openapi-zod-client openapi.json -o zodios.ts',
    client: `import { createApiClient } from './zodios.ts'
${ENVIRONMENT}const api = createApiClient(baseUrl)
const purchase = (body) => api.createOrder(body, { headers })`,
  },
  kubb: {
    command: '@kubb/cli kubb generate --config kubb.config.mjs',
    files: { 'kubb.config.mjs': KUBB },
    client: `import { createOrder } from './kubb/clients/createOrder.ts'
${ENVIRONMENT}const purchase = (body) => createOrder(body, { baseURL: baseUrl, headers: { ...headers, 'Content-Type': 'application/json' } })`,
  },
}

/** Generates a client in a folder that has `openapi.json`. */
async function generate(folder: string, { command, files = {} }: Omit<Generator, 'client'>): Promise<void> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await ran(folder, command.split(' '))
}

/** A program of a folder in one file, with what it imports of the generated client and of its packages. */
async function bundled(folder: string, name: string, text: string): Promise<string> {
  const input = join(folder, name)
  writeFileSync(input, text)
  const bundle = await rolldown({
    input,
    platform: 'node',
    // Packages are found from the folder of the program.
    external: (id) => /^[^./]/.test(id),
    onLog: () => {},
  })
  const file = `${input}.mjs`
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}

/** A folder with the documents, in which the packages of the checkers are found. */
function folderOf(): string {
  const folder = documentsOf({})
  symlinkSync(join(CHECKERS, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

test.each(Object.entries(GENERATORS))(
  '%s: the generated client buys a card, and returns the answer of the mock',
  async (_, generator) => {
    const folder = folderOf()
    await generate(folder, generator)
    const program = await bundled(folder, 'program.ts', `// @ts-nocheck\n${generator.client}\n${BUYS}`)
    const mock = await served()
    const env = { SERVICE_BASE_URL: mock.url, SERVICE_PARTNER_API_KEY: 'pk_test_generated' }
    const { stdout, stderr } = await check(folder, program, [], env)
    const [bought, ...others] = mock.journal({ operation: 'createOrder' })
    expect(others).toEqual([])
    expect(bought?.order, stderr).toMatchObject({ partnerReference: 'SHOP:1001' })
    expect(JSON.parse(stdout)).toEqual(JSON.parse(bought?.response?.body ?? ''))
  },
)

/** What `examples/javascript-fetch` needs of a service, by the functions of a client that answer with a response and its data. */
const ADAPTER = `
const call = (method, path, body, options) => {
  const [, first, second] = path.split('/')
  const name = decodeURIComponent(second ?? '')
  if (method === 'POST') return api.createOrder(JSON.parse(body), options)
  if (first === 'orders') return api.lookupOrder(name, options)
  if (name !== '') return api.getPrice(name, options)
  return { ping: api.ping, products: api.listProducts, balance: api.getBalance }[first](options)
}

export async function callService(method, path, body) {
  try {
    const { status, headers, answer } = await call(method, path, body, { signal: AbortSignal.timeout(5_000) })
    const isRefused = status >= 400 && status < 500 && status !== 429
    const retryAfterSeconds = Number(headers.get('Retry-After')) || 0
    return { status, isRefused, retryAfterSeconds, data: status < 300 ? answer?.data : undefined }
  } catch {
    return { status: null, isRefused: false, retryAfterSeconds: 0, data: undefined }
  }
}
`

const HEY = `import * as sdk from './hey/index.ts'
import { client } from './hey/client.gen.ts'
client.setConfig({ baseUrl: process.env.SERVICE_BASE_URL, auth: process.env.SERVICE_PARTNER_API_KEY })
const plain = async (sent) => {
  const { response, data } = await sent
  return { status: response.status, headers: response.headers, answer: data }
}
const api = {
  ping: (options) => plain(sdk.ping(options)),
  listProducts: (options) => plain(sdk.listProducts(options)),
  getBalance: (options) => plain(sdk.getBalance(options)),
  getPrice: (sku, options) => plain(sdk.getPrice({ path: { sku }, ...options })),
  createOrder: (body, options) => plain(sdk.createOrder({ body, ...options })),
  lookupOrder: (partnerReference, options) => plain(sdk.lookupOrder({ path: { partnerReference }, ...options })),
}`

const STA = `import { Api } from './sta.ts'
const sent = new Api({
  baseUrl: process.env.SERVICE_BASE_URL,
  baseApiParams: { headers: { Authorization: 'Bearer ' + process.env.SERVICE_PARTNER_API_KEY } },
})
const plain = (promise) =>
  promise.then((response) => response, (refused) => {
    if (refused instanceof Response) return refused
    throw refused
  }).then((response) => ({ status: response.status, headers: response.headers, answer: response.data }))
const api = {
  ping: (options) => plain(sent.ping.ping(options)),
  listProducts: (options) => plain(sent.products.listProducts(options)),
  getBalance: (options) => plain(sent.balance.getBalance(options)),
  getPrice: (sku, options) => plain(sent.products.getPrice(sku, options)),
  createOrder: (body, options) => plain(sent.orders.createOrder(body, options)),
  lookupOrder: (reference, options) => plain(sent.orders.lookupOrder(reference, options)),
}`

test.each([
  ['hey-api', '@hey-api/openapi-ts openapi-ts -i openapi.json -o hey -c @hey-api/client-fetch', HEY],
  [
    'swagger-typescript-api',
    'swagger-typescript-api swagger-typescript-api generate -p openapi.json -o . -n sta.ts',
    STA,
  ],
])(
  'a small program on the client of %s is certified',
  async (_, command, client) => {
    const folder = folderOf()
    await generate(folder, { command })
    const flow = join(ROOT, 'examples', 'javascript-fetch', 'client.mjs')
    copyFileSync(flow, join(folder, 'client.mjs'))
    writeFileSync(join(folder, 'service.ts'), `// @ts-nocheck\n${client}\n${ADAPTER}`)
    writeFileSync(join(folder, 'call-service.mjs'), "export { callService } from './service.ts'\n")
    const program = await bundled(folder, 'certified.ts', "import './client.mjs'\n")
    const { journal } = await certify({ command: [process.execPath, program] })
    expect(judgeJournal(journal).report.outcome).toBe('kept')
  },
  600_000,
)
