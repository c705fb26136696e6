import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeJournal } from '../certification/judge-journal.ts'
import { certify } from '../certification/runner/certify.ts'
import { CHECKERS } from '../checkers/installed.fixture.ts'
import { ROOT } from '../cli/testing/built-package.fixture.ts'
import { served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { bundled, buyingProgram, GENERATORS, type Generator, generate } from './testing/generators.fixture.ts'
import { check, documentsOf } from './testing/served.fixture.ts'

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
    const program = await buyingProgram(folder, generator)
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
  ['hey-api', HEY],
  ['swagger-typescript-api', STA],
])(
  'a small program on the client of %s is certified',
  async (name, client) => {
    const folder = folderOf()
    await generate(folder, GENERATORS[name] as Generator)
    writeFileSync(join(folder, 'call-service.mjs'), '')
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
