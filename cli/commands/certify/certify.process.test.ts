import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, GOOD, runCertify, startCertify } from './certify-run.fixture.ts'

const ANY_KEY = /pk_test_[0-9a-z]{8}/i

function broken(name: string): readonly string[] {
  return ['--', 'node', 'examples/broken/run.mjs', name]
}

describe.concurrent('certify', () => {
  test('has a good client go through some scenarios, reports what it did, gives no certificate for them, and says how to run all', async (context) => {
    const folder = temporaryFolder(context)
    const options = ['--only', 'SCENARIO-AT-ONCE', 'cut,too-dear', '--report', folder]
    const named = ['--name', 'ACME shop 3.2', '--challenge', '4711']
    const run = await runCertify(['certify', ...options, ...named, ...GOOD])
    const { code, stdout, stderr, leftOver } = run
    expect({ code, stderr, leftOver }, stdout).toEqual({ code: 0, stderr: '', leftOver: [] })
    expect(stdout).toContain(`3 of ${SCENARIOS.length}: this can't become a certificate`)
    for (const name of ['AT-ONCE', 'CUT', 'TOO-DEAR'])
      expect(stdout).toMatch(new RegExp(`✓ SCENARIO-${name} .*kept`))
    const files = filesIn(folder)
    expect(Object.keys(files).sort()).toEqual([
      'clients.log',
      'journal.jsonl',
      'junit.xml',
      'report.html',
      'report.json',
      'summary.md',
    ])
    for (const text of [stdout, ...Object.values(files)]) expect(text).not.toMatch(ANY_KEY)
    const { outcome, kind, subject } = reportIn(folder)
    expect({ outcome, kind }).toEqual({ outcome: 'incomplete', kind: 'certify' })
    expect(stdout).toContain('\nNO CERTIFICATE')
    expect(stdout).not.toContain('\nCERTIFIED')
    expect(stdout).toContain(
      `Next: partner-purchase certify --name 'ACME shop 3.2' --challenge 4711 --report ${folder} ${GOOD.join(' ')}\n`,
    )
    expect(subject?.name).toBe('ACME shop 3.2')
    expect(files['report.html']).toMatch(
      /<h1[^>]*>[^\n]*no certificate<[^\n]*\n<p class="subject"[^>]*><bdi>ACME shop 3.2</,
    )
    expect(files['summary.md']).toContain('\n**ACME shop 3.2**\n')
  })

  test('of all scenarios names the cards by chance, and the scenarios in the report, and ends with --bail at the first broken must', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['certify', '--bail', '--jobs', '2', '--report', folder]
    const { code, stdout, stderr } = await runCertify([...args, ...broken('never-polls')])
    expect({ code, stderr }, stdout).toEqual({ code: 1, stderr: '' })
    const [, sku = '', card = ''] = /✗ (SCENARIO-\S+) .*broken.* ([A-Z]+-[A-Z]+-25)/.exec(stdout) ?? []
    expect(stdout).toMatch(/certify --only SCENARIO-\S+ -- node/)
    // The other scenario, which is ended for that, has no line.
    expect(stdout).not.toContain('interrupted')
    expect(stdout).toMatch(
      new RegExp(`The run ended at the first broken must: \\d+ of ${SCENARIOS.length} scenarios had ended`),
    )
    const report = reportIn(folder)
    expect(report.scenarios).toContainEqual(expect.objectContaining({ sku, card }))
    const targets = report.scenarios?.flatMap(({ timeline }) => timeline.map(({ target }) => target))
    expect(targets?.join()).not.toContain('SCENARIO')
    const files = filesIn(folder)
    expect(files['report.html']).toContain(card)
    const again = await runCertify(['judge', join(folder, 'journal.jsonl'), '--report', folder])
    expect({ code: again.code, files: filesIn(folder) }).toEqual({ code: 1, files })
  })

  test('that is interrupted leaves no process, and reports what had ended', async (context) => {
    const folder = temporaryFolder(context)
    const only = ['--only', 'SCENARIO-AT-ONCE', 'SCENARIO-LONG']
    const { child, output, ended } = startCertify(['certify', ...only, '--report', folder, ...GOOD], startCli)
    while (!output.stdout.includes('✓ SCENARIO-AT-ONCE')) await once(child.stdout, 'data')
    child.kill('SIGINT')
    const { code, stdout, leftOver } = await ended
    expect({ code, leftOver }).toEqual({ code: 130, leftOver: [] })
    expect(stdout).toContain('○ SCENARIO-LONG  interrupted')
    const report = reportIn(folder)
    expect(report).toMatchObject({
      outcome: 'incomplete',
      message: expect.stringContaining('The run was interrupted: 1 of 2 scenarios had ended'),
      scenarios: [{ sku: 'SCENARIO-AT-ONCE', outcome: 'kept' }],
    })
  })

  test('that is interrupted twice does not wait for a client that ignores signals', async () => {
    const { child, output, ended } = startCertify(
      ['certify', '--only', 'SCENARIO-AT-ONCE', '--', 'node', 'examples/hostile/ignores-sigterm.mjs'],
      startCli,
    )
    while (!output.stdout.includes('Scenarios')) await once(child.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, leftOver: [] })
  })
})

const ALL_FILES = [
  '.gitignore',
  'clients.log',
  'journal.jsonl',
  'junit.xml',
  'report.html',
  'report.json',
  'summary.md',
]

test.concurrent('writes its report by default, and its address last; judge, only where it is asked to', async (context) => {
  const cwd = join(temporaryFolder(context), 'my shop ü')
  mkdirSync(cwd)
  const client = ['--', 'node', resolve('examples/node-raw-socket/client.mjs')]
  const run = (...args: readonly string[]) => startCli(args, { cwd }).ended
  await run('certify', '--no-report', '--only', 'AT-ONCE', ...client)
  expect(readdirSync(cwd)).toEqual([])
  const { stdout } = await run('certify', '--only', 'AT-ONCE', ...client)
  const folder = join(cwd, 'partner-purchase-report')
  expect(readdirSync(folder).sort()).toEqual(ALL_FILES)
  expect(stdout).toMatch(
    /\nReport: file:\/\/\/\S+\/my%20shop%20%C3%BC\/partner-purchase-report\/report\.html\n$/,
  )
  rmSync(join(folder, 'report.html'))
  const judged = await run('judge', 'partner-purchase-report')
  expect(judged.stdout).toMatch(/\nNot tried: a crash in the middle of a purchase \(--restart\)\.\n/)
  expect(judged.stdout).toMatch(/\nIssue the key: no, because [^\n]+\n$/)
  expect([readdirSync(cwd), readdirSync(folder).length]).toEqual([['partner-purchase-report'], 6])
})
