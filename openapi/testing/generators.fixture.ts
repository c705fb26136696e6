import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { checkerScript } from '../../checkers/installed.fixture.ts'
import { check } from './served.fixture.ts'

/** A generator of clients, and a program on the client that it makes of `openapi.json`. */
export type Generator = {
  readonly command: readonly [packageName: string, command: string, ...args: string[]]
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

/** The generators, by the name of their row in docs/openapi.md. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'hey-api': {
    command: [
      '@hey-api/openapi-ts',
      'openapi-ts',
      '-i',
      'openapi.json',
      '-o',
      'hey',
      '-c',
      '@hey-api/client-fetch',
    ],
    client: `import { createOrder } from './hey/index.ts'
import { client } from './hey/client.gen.ts'
${ENVIRONMENT}client.setConfig({ baseUrl, auth: key })
const purchase = async (body) => (await createOrder({ body, throwOnError: true })).data`,
  },
  'orval, fetch': {
    command: ['orval', 'orval', '--config', 'orval.config.mjs'],
    files: { 'orval.config.mjs': ORVAL },
    client: `import { createOrder } from './orval.ts'
${ENVIRONMENT}${HERE}const purchase = async (body) => (await createOrder(body)).data`,
  },
  'orval, zod': {
    command: ['orval', 'orval', '--config', 'orval.config.mjs'],
    files: { 'orval.config.mjs': ORVAL },
    client: `import { CreateOrderBody, CreateOrderResponse } from './schemas.ts'
${ENVIRONMENT}const purchase = async (given) => {
  const body = JSON.stringify(CreateOrderBody.parse(given))
  const response = await fetch(baseUrl + '/orders', { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body })
  return CreateOrderResponse.parse(await response.json())
}`,
  },
  'swagger-typescript-api': {
    command: [
      'swagger-typescript-api',
      'swagger-typescript-api',
      'generate',
      '-p',
      'openapi.json',
      '-o',
      '.',
      '-n',
      'sta.ts',
    ],
    client: `import { Api } from './sta.ts'
${ENVIRONMENT}const api = new Api({ baseUrl, baseApiParams: { headers } })
const purchase = async (body) => (await api.orders.createOrder(body)).data`,
  },
  'openapi-zod-client': {
    command: ['openapi-zod-client', 'openapi-zod-client', 'openapi.json', '-o', 'zodios.ts'],
    client: `import { createApiClient } from './zodios.ts'
${ENVIRONMENT}const api = createApiClient(baseUrl)
const purchase = (body) => api.createOrder(body, { headers })`,
  },
  kubb: {
    command: ['@kubb/cli', 'kubb', 'generate', '--config', 'kubb.config.mjs'],
    files: { 'kubb.config.mjs': KUBB },
    client: `import { createOrder } from './kubb/clients/createOrder.ts'
${ENVIRONMENT}const purchase = (body) => createOrder(body, { baseURL: baseUrl, headers: { ...headers, 'Content-Type': 'application/json' } })`,
  },
}

/** Generates a client in a folder that has `openapi.json`. */
export async function generate(folder: string, { command, files = {} }: Generator): Promise<void> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const [packageName, bin, ...args] = command
  const { code, stdout, stderr } = await check(folder, checkerScript(packageName, bin), args)
  if (code !== 0) throw new Error(`${packageName} ended with ${code}: ${stdout}${stderr}`)
}

/** A program on a generated client that buys a card and prints the body of the answer, in one file. */
export function buyingProgram(folder: string, { client }: Generator): Promise<string> {
  return bundled(folder, 'program.ts', `// @ts-nocheck\n${client}\n${BUYS}`)
}

/** A program of a folder in one file, with what it imports of the generated client and of its packages. */
export async function bundled(folder: string, name: string, text: string): Promise<string> {
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
