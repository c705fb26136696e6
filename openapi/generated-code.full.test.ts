import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { requireChecker } from '../checkers/installed.fixture.ts'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import { authHeaderValue } from '../contract/wire/auth.ts'
import { served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { check, documentsOf, PROFILES, ran } from './testing/served.fixture.ts'

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

/** A client on generated types: what the contract does not allow does not compile. */
const CLIENT = `
import type { components, paths } from './openapi.js'

type Purchase = paths['/orders']['post']
type Body = Purchase['requestBody']['content']['application/json']
type Answer = Purchase['responses']['2XX']['content']['application/json']

const { BASE_URL = '', HEADER = '', CREDENTIAL = '' } = process.env
const body: Body = { partnerReference: 'SHOP:1001', sku: 'SCENARIO-AT-ONCE' }
// @ts-expect-error: no third field is sent.
const third: Body = { ...body, quantity: 1 }
// @ts-expect-error: both fields are required.
const one: Body = { sku: third.sku }
const headers = { [HEADER]: CREDENTIAL, 'Content-Type': 'application/json' }
const response = await fetch(BASE_URL + '/orders', { method: 'POST', headers, body: JSON.stringify(body) })
const answer = (await response.json()) as Answer
const summary: components['schemas']['OrderSummary'] = answer.data.order.order
// @ts-expect-error: the summary of a purchase is one level deeper.
const flat: string = answer.data.order.status
const seconds: number | null | undefined = summary.pollAfterSeconds
console.log(response.status, summary.status, seconds, one === undefined, flat)
`

const TYPES = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'))
const COMPILER = {
  strict: true,
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom'],
  types: ['node'],
  typeRoots: [join(TYPES, '..')],
  outDir: 'out',
}

test.each(Object.entries(PROFILES))(
  'under %s, types of openapi-typescript compile, and a card is bought with them',
  async (_, given: PartialProfile) => {
    const folder = documentsOf(given)
    const { auth, states } = resolveProfile(given)
    await ran(folder, 'openapi-typescript openapi-typescript openapi.json -o openapi.d.ts'.split(' '))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER }))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'client.ts'), CLIENT)
    expect(await check(folder, TSC, ['-p', '.'])).toMatchObject({ code: 0, stdout: '' })
    const mock = await served({ profile: given })
    const CREDENTIAL = authHeaderValue(auth, 'pk_test_typed')
    const env = { BASE_URL: mock.url, HEADER: auth.header, CREDENTIAL }
    const { stdout } = await check(folder, join(folder, 'out', 'client.js'), [], env)
    expect(stdout).toBe(`200 ${states.success[0]} undefined false undefined\n`)
  },
)

test.each(Object.entries(PROFILES))(
  'under %s, openapi-generator-plus makes a client in Java',
  async (_, given) => {
    const folder = documentsOf(given)
    const config = {
      inputPath: 'openapi.json',
      outputPath: 'java',
      generator: requireChecker.resolve('@openapi-generator-plus/java-cxf-client-generator'),
      package: 'partner',
    }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
    await ran(folder, 'openapi-generator-plus openapi-generator-plus generate -c config.json'.split(' '))
    const source = (file: string) => readFileSync(join(folder, 'java', 'partner', file), 'utf8')
    expect(source('OrdersApi.java')).toMatch(
      /PurchaseAnswer createOrder\(partner\.model\.OrderRequest request\)/,
    )
    expect(source('model/OrderRequest.java').match(/private java\.lang\.String \w+;/g)).toEqual([
      'private java.lang.String partnerReference;',
      'private java.lang.String sku;',
    ])
    // The sentences of the reference are in the generated documentation, too.
    expect(source('OrdersApi.java') + source('spec/OrdersApiSpec.java')).toContain(
      'A new partnerReference means a new, additional purchase.',
    )
  },
)
