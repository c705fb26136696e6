import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { certify } from '../../certification/run.ts'
import { programFile } from '../../contract/testing/installed.fixture.ts'
import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { createMock } from '../../mock-server/app.ts'
import { serverOf } from '../../mock-server/serve.ts'
import { ROOT } from './built-package.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const RECIPES = join(ROOT, 'docs', 'recipes')

/** The file of a recipe. */
const recipe = (name: string): string => join(RECIPES, name)

/** A client is also killed in the middle of its purchase; each of the others takes a few seconds. */
const SCENARIOS = sampleOf(
  ['TWO-LOST', 'AT-ONCE', 'CUT', 'RATE-LIMITED', 'POLL-CUT', 'TOO-DEAR', 'RESTART-UNANSWERED'],
  3,
)

/** What certify finds of a recipe in a few scenarios, with its store in a folder. */
async function certified(command: readonly [string, ...string[]], folder: string) {
  const { report } = await certify({
    command,
    restart: true,
    only: SCENARIOS.map((name) => `SCENARIO-${name}`),
    env: { ...process.env, ORDER_STORE: join(folder, 'orders') },
    cwd: folder,
  })
  const scenarios = (report.scenarios ?? []).map(({ sku, outcome }) => `${sku}: ${outcome}`).toSorted()
  return { scenarios, broken: report.clauses.filter(({ verdict }) => verdict === 'broken') }
}

/** Where a recipe makes no mistake. */
const KEPT = { scenarios: SCENARIOS.map((name) => `SCENARIO-${name}: kept`).toSorted(), broken: [] }

/** Whether a program is on this machine. */
function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const RUN = {
  Python: [programFile('python3'), recipe('purchase.py')],
  JavaScript: [process.execPath, recipe('purchase.mjs')],
} as const

test.concurrent.for(Object.entries(RUN))(
  'the recipe in %s keeps every clause',
  async ([, command], context) => {
    expect(await certified(command, temporaryFolder(context))).toEqual(KEPT)
  },
)

test.concurrent.for(Object.entries(RUN))(
  'the recipe in %s has stored its reference before it buys',
  async ([, command], context) => {
    const folder = temporaryFolder(context)
    const store = join(folder, 'orders')
    const server = serverOf(createMock())
    context.onTestFinished(() => void server.close())
    const stored: string[][] = []
    server.prependListener('request', ({ method }) => {
      if (method === 'POST')
        stored.push(readdirSync(store).map((file) => readFileSync(join(store, file), 'utf8')))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const env = {
      ...process.env,
      ORDER_STORE: store,
      SERVICE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SERVICE_PARTNER_API_KEY: 'pk_test_recipe',
      SERVICE_SKU: 'SCENARIO-AT-ONCE',
      SERVICE_ORDER_LABEL: '4711',
    }
    const [program, ...args] = command
    const [code] = await once(spawn(program, args, { cwd: folder, env, stdio: 'ignore' }), 'close')
    expect(code).toBe(0)
    expect(stored).toEqual([[expect.stringMatching(/4711-1.*SHOP:4711-1/)]])
  },
)

test('every recipe is on the page, which says how it was tried', () => {
  const page = readFileSync(recipe('README.md'), 'utf8')
  const files = globSync('docs/recipes/*', { cwd: ROOT, exclude: ['**/*.md'] }).map((file) => file.slice(13))
  expect(files).toHaveLength(4)
  for (const file of files) expect(page).toMatch(new RegExp(`\\]\\(${file}\\).*\\| .*certified`))
})

test.runIf(isFull)('the recipe in Java keeps every clause', async (context) => {
  const folder = temporaryFolder(context)
  execFileSync('javac', ['-d', folder, recipe('Purchase.java')])
  const options = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
  expect(await certified(['java', ...options, '-cp', folder, 'Purchase'], folder)).toEqual(KEPT)
})

test.runIf(isFull && isInstalled('php'))(
  'where PHP is installed, its recipe keeps every clause',
  async (context) => {
    expect(await certified(['php', recipe('purchase.php')], temporaryFolder(context))).toEqual(KEPT)
  },
)
