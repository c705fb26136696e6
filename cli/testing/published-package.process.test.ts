import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { ENVIRONMENT, linkInto, MANIFEST, packInto, ROOT, startProject } from './built-package.fixture.ts'
import { startFrom } from './start-path.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const run = promisify(execFile)

const CONSUMER = `
import * as kit from 'partner-purchase-kit'
import { createClient } from 'partner-purchase-kit/client'
import { contractSuite } from 'partner-purchase-kit/contract-tests'
import { SCENARIOS } from 'partner-purchase-kit/fixtures'
import { createApp, createFetch, serve } from 'partner-purchase-kit/mock-server'
import { openPartner } from 'partner-purchase-kit/testing'

const { certify, judge } = kit
const profile = { states: { success: ['ISSUED'] } }
const mock = await serve({ profile })
const client = createClient({ baseUrl: mock.url, apiKey: 'pk_test_consumer', profile })
const { summary } = await client.purchase({ partnerReference: 'SHOP:1', sku: SCENARIOS[0].sku })
await mock.close()
const fetch = createFetch({ baseUrl: 'https://api.example', app: createApp() })
const { journal } = await certify({ command: [process.execPath, '--eval', ''], only: [SCENARIOS[0].sku] })
const { client: tested, balance } = openPartner()
await tested.purchase({ partnerReference: 'SHOP:1', sku: SCENARIOS[0].sku })
console.log(Object.keys(kit).filter((name) => /^[a-z]/.test(name)).join(), summary.status, await balance(), typeof contractSuite, (await fetch('https://api.example/ping')).status, judge(journal).report.outcome)
`

const DATA_CONSUMER = `
import { generateCatalogue, openCollections } from 'partner-purchase-kit/fixtures'

const { products } = await generateCatalogue({ products: 7, seed: 1 })
const collections = await openCollections({ products })
console.log(collections.products.count())
`

const COLLECTIONS_CONSUMER = `
import { openCollections } from 'partner-purchase-kit/fixtures'

await openCollections().catch((error) => console.log(error.message))
`

const MSW_CONSUMER = `
import { handlers } from 'partner-purchase-kit/msw'

console.log(handlers({ baseUrl: 'https://api.example' }).length)
`

const VITEST_CONSUMER = `
import { expect } from 'vitest'
import { test } from 'partner-purchase-kit/vitest'

test('a card is bought', async ({ partner }) => {
  const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
  expect((await partner.client.purchase(order)).outcome).toBe('success')
})
`

/** A project with the types of Node, and without those of a browser. */
const TYPED_CONSUMER = `
import { createClient } from 'partner-purchase-kit/client'

const client = createClient({
  baseUrl: 'https://api.example',
  apiKey: 'pk_test_consumer',
  fetch: ({ url }) => Response.json({ data: url }),
  clock: { now: () => 0, sleep: async (_, signal) => signal?.throwIfAborted() },
})
export const { outcome } = await client.purchase({ partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' })
// @ts-expect-error a purchase has a card
await client.purchase({ partnerReference: 'SHOP:1' })
// @ts-expect-error a response has a status
createClient({ baseUrl: 'https://api.example', apiKey: 'pk_test_consumer', fetch: () => ({}) })
`
const TYPES = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024'], types: ['node'] },
  },
  files: ['typed-consumer.ts'],
}

/** The package as npm packs it, in the node_modules of its own project; its dependencies are linked. */
async function installedIn(project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  const home = join(modules, 'partner-purchase-kit')
  mkdirSync(home, { recursive: true })
  const archive = await packInto(project)
  await run('tar', ['-xzf', archive, '-C', home, '--strip-components', '1'])
  linkInto(project, Object.keys(MANIFEST.dependencies))
  startProject(project)
}

/** The output of a program of a project, or its error. */
async function printedBy(project: string, args: readonly string[]): Promise<string> {
  const env = { ...ENVIRONMENT, NO_COLOR: '1' }
  const ended = run(process.execPath, args, { cwd: project, env })
  const { stdout, stderr } = await ended.catch((failed: { stdout: string; stderr: string }) => failed)
  return stdout + stderr
}

/** What the executable contains, so that a start needn't look for it. */
const BUNDLED = ['@hono/node-server', 'commander', 'fastest-levenshtein', 'hono', 'jsonc-parser', 'zod']
const MOST_FILES = 2

/** An install pays for every file: modules that the same parts use are in one. */
const MOST_MODULES = 118

/** What checks files of the user against their schemas: a start without such files does not load it. */
const SCHEMAS = /\/start\/schemas\.cjs$/

test('the packed package verifies, starts from few files, and each of its parts can be imported', async (context) => {
  const project = temporaryFolder(context)
  await installedIn(project)
  const home = join(project, 'node_modules', 'partner-purchase-kit')
  expect((await publint({ pkgDir: home, strict: true, pack: false })).messages).toEqual([])
  writeFileSync(join(project, 'consumer.js'), CONSUMER)
  writeFileSync(join(project, 'data-consumer.js'), DATA_CONSUMER)
  writeFileSync(join(project, 'msw-consumer.js'), MSW_CONSUMER)
  writeFileSync(join(project, 'collections-consumer.js'), COLLECTIONS_CONSUMER)
  writeFileSync(join(project, 'consumer.test.js'), VITEST_CONSUMER)
  const bin = join(home, 'dist', 'cli', 'main.js')
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const [verified, consumed, withoutFaker, withoutMsw] = await Promise.all([
    printedBy(project, [bin, 'verify']),
    printedBy(project, ['consumer.js']),
    printedBy(project, [bin, 'fixtures']),
    printedBy(project, ['msw-consumer.js']),
  ])
  expect(verified).toContain('KEPT, 16 of 16 clauses kept')
  expect(consumed).toBe(
    'certify,createClient,judge,openPartner,serve ISSUED 497500 function 401 incomplete\n',
  )
  expect(withoutMsw).toContain("Cannot find package 'msw'")
  expect(await printedBy(project, ['collections-consumer.js'])).toMatch(
    /@msw\/data, which is not installed.*npm install --save-dev @msw\/data@1\n$/,
  )
  expect(withoutFaker).toMatch(
    /@faker-js\/faker, which is not installed.*npm install --save-dev @faker-js\/faker@10\n$/,
  )
  expect(
    await printedBy(project, [bin, 'mock', '--port', '0', '--store', 'postgres://me@127.0.0.1:1/mock']),
  ).toMatch(
    /A store in PostgreSQL needs the package pg, which is not installed.*npm install --save-dev pg@8$/m,
  )
  linkInto(project, [...Object.keys(MANIFEST.peerDependencies), '@types/node'])
  expect(await printedBy(project, ['data-consumer.js'])).toBe('7\n')
  expect(await printedBy(project, ['msw-consumer.js'])).toBe('1\n')
  if (isFull) {
    expect(await printedBy(project, [vitest, 'run', '--root', project])).toMatch(/Tests +1 passed \(1\)/)
    writeFileSync(join(project, 'typed-consumer.ts'), TYPED_CONSUMER)
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TYPES))
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    expect(await printedBy(project, [compiler, '-p', project])).toBe('')
  }
  const { loaded, ...started } = await startFrom(bin, project)
  expect(started).toEqual({ status: 200, exitCode: 0 })
  expect(loaded.filter((url) => !url.includes('/partner-purchase-kit/dist/cli/'))).toEqual([])
  expect(loaded.length).toBeLessThanOrEqual(MOST_FILES)
  expect(loaded.filter((url) => SCHEMAS.test(url))).toEqual([])
  writeFileSync(join(project, 'own.json'), '{"states": {"success": ["ISSUED"]}}')
  const withFiles = await startFrom(bin, project, ['--profile', 'own.json', '--store', 'sqlite:orders.db'])
  expect(withFiles).toMatchObject({ status: 200, exitCode: 0 })
  expect(withFiles.loaded.filter((url) => SCHEMAS.test(url))).toHaveLength(1)
  const licences = readFileSync(join(bin, '..', 'start', 'LICENSES.txt'), 'utf8')
  expect(licences.match(/^\S+(?= \d+\.\d+\.\d+$)/gm)).toEqual(BUNDLED)
  expect(globSync('dist/**/*.{js,cjs}', { cwd: home }).length).toBeLessThanOrEqual(MOST_MODULES)
  const parts = Object.keys(MANIFEST.exports).filter((part) => !part.endsWith('.json'))
  const consumers = [CONSUMER, DATA_CONSUMER, MSW_CONSUMER, VITEST_CONSUMER].join('')
  for (const part of parts) expect(consumers).toContain(`'partner-purchase-kit${part.slice(1)}'`)
})
