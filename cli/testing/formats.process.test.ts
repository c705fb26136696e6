import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { createMock } from '../../mock-server/app.ts'
import { runCertify } from '../commands/certify/certify-run.fixture.ts'
import { reportIn } from './report-in.fixture.ts'
import { runCli } from './run-in-process.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'
import { waitlessClock } from './waitless-clock.fixture.ts'

const clock = waitlessClock()

/** The places of a JSON document with their types, one per line. The content of headers is omitted. */
function shapeOf(document: unknown): string {
  const lines = new Set<string>()
  const walk = (value: unknown, place: string): void => {
    lines.add(`${place} ${typeOf(value)}`)
    if (typeof value !== 'object' || value === null || place.endsWith('/headers')) return
    for (const [name, child] of Object.entries(value))
      walk(child, `${place}/${Array.isArray(value) ? '*' : name}`)
  }
  walk(document, '')
  return `${[...lines].sort().join('\n')}\n`
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const COMMANDS = ['mock', 'verify', 'certify', 'judge', 'discover', 'clauses', 'scenarios', 'fixtures']
// On a busy machine, an order of the others may settle before the client would have polled.
const ONLY = ['--only', 'SCENARIO-AT-ONCE', 'SCENARIO-LOST-AFTER', 'SCENARIO-TOO-DEAR', 'SCENARIO-LONG']

function shapeOfFile(file: string): string {
  return shapeOf(JSON.parse(readFileSync(file, 'utf8')))
}

function shapeOfLines(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return shapeOf(lines.map((line) => JSON.parse(line)))
}

describe.concurrent('what other programs read keeps its format', () => {
  test('the help of each command', async ({ expect }) => {
    const helps = await Promise.all(
      [[], ...COMMANDS.map((name) => [name])].map((args) => runCli([...args, '--help'])),
    )
    await expect(helps.map(({ stdout }) => stdout).join('\n')).toMatchFileSnapshot('formats/help.txt')
  })

  test('the report of verify, and its exchanges', async (context) => {
    const folder = temporaryFolder(context)
    await runCli(['verify', '--report', folder], { clock })
    await context
      .expect(shapeOf({ ...reportIn(folder), remarks: [] }))
      .toMatchFileSnapshot('formats/verify-report.txt')
    await context
      .expect(shapeOfLines(join(folder, 'exchanges.jsonl')))
      .toMatchFileSnapshot('formats/exchanges.txt')
  })

  test('the report of a certification, and its recording', async (context) => {
    const folder = temporaryFolder(context)
    const client = ['--', 'node', 'examples/broken/run.mjs', 'never-polls']
    await runCertify(['certify', ...ONLY, '--report', folder, ...client])
    await context
      .expect(shapeOfFile(join(folder, 'report.json')))
      .toMatchFileSnapshot('formats/certification-report.txt')
    await context
      .expect(shapeOfLines(join(folder, 'journal.jsonl')))
      .toMatchFileSnapshot('formats/recording.txt')
  })

  test("the mock's journal", async ({ expect }) => {
    const { app } = createMock()
    const headers = { Authorization: 'Bearer pk_test_formats', 'Content-Type': 'application/json' }
    const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
    await app.request('/ping', { headers })
    await app.request('/orders', { method: 'POST', headers, body: JSON.stringify(order) })
    await app.request('/orders', { method: 'POST', headers, body: JSON.stringify({ ...order, skuu: 1 }) })
    await app.request('/orders/SHOP:1', { headers })
    await app.request('/order/SHOP:1', { headers })
    const journal = await app.request('/__mock/journal?partner=all', { headers })
    await expect(shapeOf(await journal.json())).toMatchFileSnapshot('formats/journal.txt')
  })
})
