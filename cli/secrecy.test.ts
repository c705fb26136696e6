import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { edit } from '../contract-tests/mutants/middleware.ts'
import { serveChanged } from '../contract-tests/mutants/serve-changed.ts'
import { type CliRun, runCli, startCli, temporaryFolder } from './run-cli.fixture.ts'

const SECRET = 'Zecret_9f8e7d6c5b4a'
const KEY = `pk_test_${SECRET}`
const LONG = { timeout: 60_000 }

/** The key as it is, percent-encoded, in Base64 and in hexadecimal. */
const FORMS = [KEY, `:${KEY}`, `user:${KEY}`].flatMap((text) => {
  const bytes = Buffer.from(text)
  return [
    SECRET,
    encodeURIComponent(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ]
})

function traces(folder: string, { stdout, stderr }: CliRun): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  return FORMS.filter((form) => [stdout, stderr, ...texts].some((text) => text.includes(form)))
}

describe.concurrent('a run leaves the key in no file and no stream', () => {
  test.for([
    ['kept', 0],
    ['broken', 1],
    ['incomplete', 4],
  ] as const)('where it is %s', LONG, async ([outcome, code], context) => {
    const folder = temporaryFolder(context)
    const change = edit('ping', (body) =>
      outcome === 'broken' ? { data: { mode: 'TEST', status: KEY } } : body,
    )
    const target = await serveChanged(change)
    context.onTestFinished(() => target.close())
    const sku = outcome === 'incomplete' ? ['--sku', 'SCENARIO-AT-ONCE'] : []
    const run = await runCli(['verify', '--base-url', target.url, '--report', folder, ...sku], { key: KEY })
    expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code, traces: [] })
    expect(readdirSync(folder).sort()).toEqual([
      'badge.svg',
      'junit.xml',
      'observed.json',
      'report.html',
      'report.json',
      'summary.md',
    ])
  })

  test('where nothing answers', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['verify', '--base-url', 'http://127.0.0.1:9', '--report', folder]
    const run = await runCli(args, { key: KEY })
    expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 3, traces: [] })
  })

  test('where the key itself is refused', async (context) => {
    const folder = temporaryFolder(context)
    for (const key of [`pk_live_${SECRET}`, `${KEY} `, `${KEY}\u00e9`]) {
      const run = await runCli(['verify', '--report', folder], { key })
      expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 2, traces: [] })
    }
  })

  test('where it is interrupted', LONG, async (context) => {
    const folder = temporaryFolder(context)
    const { promise: purchased, resolve } = Promise.withResolvers<void>()
    const target = await serveChanged((request, forward, operation) => {
      if (operation === 'createOrder') resolve()
      return forward(request)
    })
    context.onTestFinished(() => target.close())
    const { child, ended } = startCli(['verify', '--base-url', target.url, '--report', folder], { key: KEY })
    await purchased
    child.kill('SIGINT')
    const run = await ended
    expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 130, traces: [] })
  })
})
