import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type OutputChunk, rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { createMock } from '../../mock-server/app.ts'
import { serverOf } from '../../mock-server/serve.ts'
import { serveFetch } from '../../mock-server/serve-fetch.ts'
import { browsing, hasBrowser } from '../../reporting/html/browser.fixture.ts'
import { buildInto, ENVIRONMENT, ROOT } from './built-package.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const WORKER = readFileSync(join(ROOT, 'node_modules', 'msw', 'lib', 'mockServiceWorker.js'), 'utf8')

/** The code of a page of a project, bundled for a browser. */
async function bundled(project: string, name: string, code: string): Promise<OutputChunk> {
  const input = join(project, `${name}.js`)
  writeFileSync(input, code)
  const bundle = await rolldown({ input, cwd: project, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0]
}

/** A server of one page, its script and the service worker; anything else is a 404. */
function servePage(script: string) {
  const files: Record<string, readonly [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><title>page</title><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', script],
    '/mockServiceWorker.js': ['text/javascript', WORKER],
  }
  return serveFetch((request) => {
    const [type, text] = files[new URL(request.url).pathname] ?? []
    if (type === undefined) return new Response('no such file', { status: 404 })
    return new Response(text, { headers: { 'Content-Type': type } })
  })
}

const PAGES = ['in-tests.md', 'client.md'].map((page) =>
  readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8'),
)

/** An example of one of these pages, and its output as its comment shows it. */
type Example = { readonly code: string; readonly prints: string | undefined }

/** The examples below a heading of those pages, in their order. */
function examplesBelow(heading: string): Example[] {
  const [, below = ''] = PAGES.join('\n').split(`\n## ${heading}\n`)
  return examplesIn(below.split('\n## ')[0])
}

function examplesIn(text = ''): Example[] {
  return Array.from(text.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => ({
    code,
    prints: /console\.log\(.*\) \/\/ (.*)\n/.exec(code)?.[1],
  }))
}

/** The one example below a heading. */
function exampleBelow(heading: string): Example {
  const [example, ...others] = examplesBelow(heading)
  if (example === undefined || others.length > 0)
    throw new Error(`There is not one example below ${heading}.`)
  return example
}

const run = promisify(execFile)

/** A page that buys a card at its own mock, and logs each answer on its console. */
const PAGE = `
import { setupWorker } from 'msw/browser'
import { createMock, handlers } from 'partner-purchase-kit/msw'

const key = 'pk_test_page'
const baseUrl = new URL('/api', location.href).href
const mock = createMock()
const asked = { baseUrl: 'https://asked.example', app: mock.app, admin: true }
const worker = setupWorker(...handlers({ baseUrl, app: mock.app }), ...handlers(asked))
await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })

const headers = { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' }
const buy = (sku) => ({ method: 'POST', body: JSON.stringify({ partnerReference: 'SHOP:1', sku }) })
async function say(address, init) {
  const answer = await fetch(address, { headers, ...init })
  console.log(answer.status, (await answer.text()).slice(0, 90))
}

await say(baseUrl + '/ping')
await say(baseUrl + '/products')
await say(baseUrl + '/orders', buy('SCENARIO-PROCESSING'))
await mock.clockOf(key).advance(2)
await say(baseUrl + '/orders/SHOP%3A1')
await say(baseUrl + '/orders', buy('SCENARIO-AT-ONCE'))
await say(baseUrl + '/refunds', { headers: {} })
await say(baseUrl + '/__mock/journal')
await say('https://asked.example/__mock/health')
await say('/elsewhere')
console.log('asked', mock.journal({ partner: mock.partnerOf(key) }).length)
console.log('done')
`

const SAID = [
  '200 {"data":{"status":"ok","mode":"TEST"}}',
  expect.stringMatching(/^console 200 \{"data":\{"products":\[\{"sku":"SCENARIO-AT-ONCE"/),
  '200 {"data":{"order":{"order":{"status":"PROCESSING","pollAfterSeconds":1}}}}',
  '200 {"data":{"order":{"status":"COMPLETED"}}}',
  expect.stringMatching(/^console 409 .*reference-conflict/),
  expect.stringMatching(/^console 401 .*unauthenticated/),
  expect.stringMatching(/^console 403 .*\/__mock is not offered/),
  expect.stringMatching(/^console 200 \{"mock":"partner-purchase-kit"/),
  '404 no such file',
  'asked 5',
  'done',
]

const project = temporaryFolder({ onTestFinished: afterAll })

/** Writes a file of the project. */
function written(name: string, code: string): string {
  const file = join(project, name)
  writeFileSync(file, code)
  return file
}

/** The function that buys a card, and how a shop uses it. */
const PURCHASE = examplesBelow('A purchase that survives a lost answer') as [Example, Example]

beforeAll(async () => {
  await buildInto(project)
}, 60_000)

describe('docs/in-tests.md and docs/client.md, run unchanged in a project that has the package', () => {
  test('A fetch: the example prints what it says', async () => {
    const { code, prints } = exampleBelow('A fetch')
    const file = written('a-fetch.ts', code)
    const { stdout } = await run(process.execPath, [file], { cwd: project, env: ENVIRONMENT })
    expect(prints).toBeDefined()
    expect(stdout).toBe(`${prints}\n`)
  })

  test('docs/client.md: a purchase survives a lost answer', async (context) => {
    const [{ code }, { code: use, prints }] = PURCHASE
    const file = written('purchase.ts', code + use)
    const mock = createMock()
    const SERVICE_BASE_URL = `http://127.0.0.1:${await portOf(serverOf(mock), context)}`
    const env = { ...ENVIRONMENT, SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY: 'pk_test_docs' }
    const { stdout } = await run(process.execPath, [file], { cwd: project, env })
    expect(stdout).toBe(`${prints}\n`)
    expect(mock.journal({ operation: 'createOrder' })).toHaveLength(1)
  })

  test('every example compiles under --strict', async () => {
    written('buy.mts', PURCHASE[0].code)
    const codes = [...examplesIn(PAGES[0]).map(({ code }) => code), `${PURCHASE[0].code}${PURCHASE[1].code}`]
    const files = codes.map((code, index) => written(`strict-${index}.ts`, code))
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
    const compiled = run(process.execPath, [compiler, ...options, ...files], { cwd: project })
    expect(await compiled.catch(({ stdout }) => stdout)).toEqual({ stdout: '', stderr: '' })
    expect(files.length).toBe(11)
  })

  test('Vitest: the examples are tests, and pass', async () => {
    const examples = [...examplesBelow('Vitest'), exampleBelow('MSW in Node')]
    for (const [index, { code }] of examples.entries()) written(`${index}.test.ts`, code)
    // One of them tests it.
    written('buy.mts', PURCHASE[0].code)
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--root', project, '--reporter', 'json', '--outputFile', 'result.json']
    await run(process.execPath, args, { cwd: project, env: ENVIRONMENT })
    const { default: result } = await import(join(project, 'result.json'), { with: { type: 'json' } })
    expect(result).toMatchObject({ numTotalTests: examples.length, numPassedTests: examples.length })
    expect(examples.length).toBe(7)
  })
})

test.each(['Jest, node:test and others', 'supertest'])(
  'docs/in-tests.md, %s: the example is a test, and passes',
  async (heading) => {
    const file = written('example.test.ts', exampleBelow(heading).code)
    const { stdout } = await run(process.execPath, ['--test', file], { cwd: project, env: ENVIRONMENT })
    expect(stdout).toMatch(/pass 1\n/)
  },
)

describe.runIf(hasBrowser)('the published build, in a page', () => {
  const browser = browsing()

  /** The console of a page up to the last expected line, and its errors. */
  async function saidBy(chunk: OutputChunk, last: string): Promise<string[]> {
    const server = await servePage(chunk.code)
    onTestFinished(() => server.close())
    const { page, noticed } = browser()
    noticed.length = 0
    const ended = page.waitForEvent('console', { predicate: (line) => line.text() === last, timeout: 60_000 })
    await page.goto(server.url)
    await ended.catch(() => {})
    const failed = /^console Failed to load resource/
    return noticed.filter((line) => !line.startsWith('request ') && !failed.test(line))
  }

  let page: OutputChunk
  beforeAll(async () => {
    page = await bundled(project, 'page', PAGE)
  })

  test('a card is bought through the service worker, and other calls pass it', async () => {
    const said = await saidBy(page, 'done')
    expect(said).toEqual(SAID.map((line) => (typeof line === 'string' ? `console ${line}` : line)))
  }, 120_000)
})
