import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { ENVIRONMENT, linkInto, MANIFEST, packInto, ROOT, startProject } from './built-package.fixture.ts'
import { startFrom } from './start-path.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const run = promisify(execFile)

/** A project that has installed the packed package. */
class Project {
  readonly folder = temporaryFolder({ onTestFinished: afterAll })
  readonly home = join(this.folder, 'node_modules', 'partner-purchase-kit')
  readonly bin = join(this.home, 'dist', 'cli', 'main.js')

  async install(archive: string, others: readonly string[] = []): Promise<void> {
    startProject(this.folder)
    mkdirSync(this.home, { recursive: true })
    await run('tar', ['-xzf', archive, '-C', this.home, '--strip-components', '1'])
    linkInto(this.folder, [...Object.keys(MANIFEST.dependencies), ...others])
  }

  /** Writes a program, runs it, and gives its output, or its error. */
  runs(name: string, program: string): Promise<string> {
    writeFileSync(join(this.folder, name), program)
    return this.prints(name)
  }

  async prints(...args: readonly string[]): Promise<string> {
    const env = { ...ENVIRONMENT, NO_COLOR: '1' }
    const ended = run(process.execPath, args, { cwd: this.folder, env })
    const { stdout, stderr } = await ended.catch((failed: { stdout: string; stderr: string }) => failed)
    return stdout + stderr
  }
}

const alone = new Project()
const withPeers = new Project()
beforeAll(async () => {
  const archive = await packInto(temporaryFolder({ onTestFinished: afterAll }))
  await alone.install(archive)
  await withPeers.install(archive, [...Object.keys(MANIFEST.peerDependencies), '@types/node'])
})

const PARTS = Object.keys(MANIFEST.exports)
  .filter((part) => !part.endsWith('.json'))
  .map((part) => `partner-purchase-kit${part.slice(1)}`)

test('publint has nothing to say', async () => {
  expect((await publint({ pkgDir: alone.home, strict: true, pack: false })).messages).toEqual([])
})

/** As much as files take on a disk, in MB. */
function megabytesOf(folder: string): number {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const blocks = files.map(({ parentPath, name }) => Math.ceil(statSync(join(parentPath, name)).size / 4096))
  return blocks.reduce((sum, count) => sum + count, 0) / 256
}

test('an install brings at most 7 packages and 17 MB', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const others = Object.entries<Record<string, unknown>>(lock.packages).flatMap(([path, entry]) => {
    const isInstalled = !(entry.dev || entry.devOptional || entry.optional || entry.peer)
    return path !== '' && isInstalled ? [path] : []
  })
  expect(others).toContain('node_modules/hono')
  expect(others.length + 1).toBeLessThanOrEqual(7)
  const folders = [alone.home, ...others.map((path) => join(ROOT, path))]
  expect(folders.map(megabytesOf).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(17)
})

test('the package points to no file that it does not contain, and to no address that is still to be filled in', () => {
  const texts = globSync('**/*.{js,cjs,d.ts,md,json}', { cwd: alone.home })
  expect(texts.length).toBeGreaterThan(100)
  for (const file of texts) {
    const text = readFileSync(join(alone.home, file), 'utf8')
    expect(text, file).not.toContain('sourceMappingURL=')
    expect(text, file).not.toContain('<owner>')
  }
})

test('verify runs', async () => {
  expect(await alone.prints(alone.bin, 'verify')).toContain('KEPT, 16 of 16 clauses kept')
})

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

test('the parts that need no other package work', async () => {
  expect(await alone.runs('consumer.js', CONSUMER)).toBe(
    'certify,createClient,judge,openPartner,serve ISSUED 497500 function 401 incomplete\n',
  )
})

const COLLECTIONS = `
import { openCollections } from 'partner-purchase-kit/fixtures'

await openCollections().catch((error) => console.log(error.message))
`
const POSTGRES = ['mock', '--port', '0', '--store', 'postgres://me@127.0.0.1:1/mock']

test('what needs another package says how to install it', async () => {
  const needs = (name: string, version: number) =>
    new RegExp(`${name}, which is not installed.*npm install --save-dev ${name}@${version}$`, 'm')
  expect(await alone.runs('collections.js', COLLECTIONS)).toMatch(needs('@msw/data', 1))
  expect(await alone.prints(alone.bin, 'fixtures')).toMatch(needs('@faker-js/faker', 10))
  expect(await alone.prints(alone.bin, ...POSTGRES)).toMatch(needs('pg', 8))
})

const WITH_PEERS = `
import { generateCatalogue, openCollections } from 'partner-purchase-kit/fixtures'
import { handlers } from 'partner-purchase-kit/msw'

const { products } = await generateCatalogue({ products: 7, seed: 1 })
const collections = await openCollections({ products })
console.log(collections.products.count(), handlers({ baseUrl: 'https://api.example' }).length)
`

test('the parts that need other packages work with them', async () => {
  expect(await withPeers.runs('with-peers.js', WITH_PEERS)).toBe('7 1\n')
})

const VITEST_CONSUMER = `
import { expect } from 'vitest'
import { test } from 'partner-purchase-kit/vitest'

test('a card is bought', async ({ partner }) => {
  const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
  expect((await partner.client.purchase(order)).outcome).toBe('success')
})
`

test.runIf(isFull)('the part for Vitest works with it', async () => {
  writeFileSync(join(withPeers.folder, 'consumer.test.js'), VITEST_CONSUMER)
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const printed = await withPeers.prints(vitest, 'run', '--root', withPeers.folder)
  expect(printed).toMatch(/Tests +1 passed \(1\)/)
})

test('each part can be required as well as imported', async () => {
  // Vitest itself can't be loaded without its runner.
  const parts = PARTS.filter((part) => !part.endsWith('/vitest'))
  const program = `
    const parts = ${JSON.stringify(parts)}
    for (const part of parts) import(part).then((imported) => console.log(require(part) === imported))`
  expect(await withPeers.runs('consumer.cjs', program)).toBe('true\n'.repeat(parts.length))
})

const TYPES = {
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
  },
  files: ['every-part.mts', 'every-part.cts'],
}

test.runIf(isFull)('the types of each part are strict, for ESM and for CommonJS', async () => {
  const { folder } = withPeers
  // A name that is not there is an error only where the types of the part are found.
  const lines = (importOf: (name: string, part: string) => string) =>
    PARTS.map((part, index) => `${importOf(`part${index}`, part)}\n// @ts-expect-error\npart${index}.none\n`)
  const esm = lines((name, part) => `import * as ${name} from '${part}'`)
  const commonJs = lines((name, part) => `import ${name} = require('${part}')`)
  writeFileSync(join(folder, 'every-part.mts'), esm.join(''))
  writeFileSync(join(folder, 'every-part.cts'), commonJs.join(''))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPES))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  expect(await withPeers.prints(compiler, '-p', folder)).toBe('')
})

/** What checks files of the user: a start without such files does not load it. */
const SCHEMAS = /\/start\/schemas\.cjs$/

test('a mock starts from two files, and loads what checks files only for them', async () => {
  const { loaded, ...started } = await startFrom(alone.bin, alone.folder)
  expect(started).toEqual({ status: 200, exitCode: 0 })
  expect(loaded.filter((url) => !url.includes('/partner-purchase-kit/dist/cli/'))).toEqual([])
  expect(loaded.length).toBeLessThanOrEqual(2)
  expect(loaded.filter((url) => SCHEMAS.test(url))).toEqual([])
  writeFileSync(join(alone.folder, 'own.json'), '{"states": {"success": ["ISSUED"]}}')
  const options = ['--profile', 'own.json', '--store', 'sqlite:orders.db']
  const withFiles = await startFrom(alone.bin, alone.folder, options)
  expect(withFiles).toMatchObject({ status: 200, exitCode: 0 })
  expect(withFiles.loaded.filter((url) => SCHEMAS.test(url))).toHaveLength(1)
})

/** What the executable contains, so that a start needn't look for it. */
const BUNDLED = ['@hono/node-server', 'commander', 'fastest-levenshtein', 'hono', 'jsonc-parser', 'zod']

test('the executable has the licences of what it contains', () => {
  const licences = readFileSync(join(alone.bin, '..', 'start', 'LICENSES.txt'), 'utf8')
  expect(licences.match(/^\S+(?= \d+\.\d+\.\d+$)/gm)).toEqual(BUNDLED)
})

test('modules that the same parts use are in one file, since an install pays for each', () => {
  expect(globSync('dist/**/*.{js,cjs}', { cwd: alone.home }).length).toBeLessThanOrEqual(90)
})
