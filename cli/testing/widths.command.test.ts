import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../certification/testing/clients.fixture.ts'
import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import { recording } from './recording.fixture.ts'
import { reportIn } from './report-in.fixture.ts'
import { runCli, startCli } from './run-in-process.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

/** Commands, and code, are there to be copied, and stay whole. */
const COPIED = /^ *(?:Run it alone|Next:)/

function tooWide(text: string, columns: number): string[] {
  const lines = stripVTControlCharacters(text).split(/[\r\n]/)
  return lines.filter((line) => line.length > columns && !COPIED.test(line))
}

const COMMANDS = ['mock', 'verify', 'certify', 'judge', 'discover', 'clauses', 'scenarios', 'fixtures']

describe.concurrent('on a terminal, nothing is wider than it:', () => {
  test.for([80, 100, 120])('help, clauses and a refusal, of %i columns', async (columns) => {
    const runs = await Promise.all(
      [
        ['--help'],
        ...COMMANDS.map((name) => [name, '--help']),
        ['clauses'],
        ['scenarios'],
        ['certify', '--restart', '--listen'],
        ['verify', '--base-url', 'http://127.0.0.1:9', '--dry-run'],
        ['verify', '--max-purchases', '0'],
      ].map((args) => runCli(args, { columns, key: 'pk_test_wide' })),
    )
    expect(runs.flatMap(({ stdout, stderr }) => tooWide(stdout + stderr, columns))).toEqual([])
  })

  test('a dry run, and the banner of the mock', async (context) => {
    const { stdout } = await runCli(['verify', '--dry-run'], { columns: 80 })
    expect(stdout).toContain('Nothing was bought.')
    const mock = startCli(['mock', '--port', '0'], { columns: 80, cwd: temporaryFolder(context) })
    while (!mock.output.stdout.includes('ready http'))
      await new Promise((resolve) => mock.child.stdout.once('data', resolve))
    mock.child.kill()
    const { stdout: banner } = await mock.ended
    expect(tooWide(stdout + banner, 80)).toEqual([])
  })

  test('the judgement of a client; in a pipe, no paragraph is folded', async (context) => {
    const file = recording(context, { command: ['node', 'client.mjs'] }, clientOf({ mostPolls: 0 }))
    const folder = dirname(file)
    const judge = ['judge', file]
    await runCli([...judge, '--report', folder])
    const code = reportIn(folder).clauses.flatMap(({ checks }) =>
      checks.flatMap(({ lesson }) => lesson?.code?.split('\n') ?? []),
    )
    expect(code.length).toBeGreaterThan(0)
    for (const columns of [80, 100, 120]) {
      const { stdout } = await runCli(judge, { columns })
      expect(tooWide(stdout, columns).filter((line) => !code.some((own) => line.endsWith(own)))).toEqual([])
    }
    const { stdout } = await runCli(judge)
    const [remedy = ''] = reportIn(folder).clauses.flatMap(({ checks }) =>
      checks.flatMap(({ lesson }) => lesson?.remedy ?? []),
    )
    expect(remedy.length).toBeGreaterThan(66)
    expect(stdout.split('\n')).toContainEqual(`    Smallest fix  ${remedy}`)
  })
})

test('in a pipe, each clause is one line', async () => {
  const { stdout } = await runCli(['clauses'])
  for (const { id, text } of Object.values(CLIENT_CLAUSES))
    expect(stdout.split('\n').find((line) => line.startsWith(id))).toContain(text)
})
