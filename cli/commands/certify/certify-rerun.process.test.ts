import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, type Surroundings, withoutNpm } from '../../testing/run-cli.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, GOOD, runCertify, startCertify } from './certify-run.fixture.ts'

const ROOT = new URL('../../..', import.meta.url)

const SCENARIO = {
  sku: 'OWN-SLOW',
  name: 'slow',
  story: 'It takes a second.',
  clauses: ['follows-until-settled'],
  price: 1999,
  course: { processing: [{ forSeconds: 1, pollAfterSeconds: 1 }], settles: 'success' },
}

/** What a line of a shell prints. */
function shell(line: string): Promise<string> {
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH}`
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile('sh', ['-c', line], { cwd: ROOT, env: { ...withoutNpm(process.env), PATH } }, (_, stdout) =>
    resolve(stdout),
  )
  return promise
}

test('the line that runs a scenario alone runs as it is printed: the same kit, files, name and client', async (context) => {
  const folder = temporaryFolder(context)
  const files = {
    'my scenarios.json': { scenarios: [SCENARIO] },
    'profile.json': { states: { success: ['DONE'] } },
  }
  for (const [name, document] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(document))
  const client = ['--', 'node', 'examples/broken/run.mjs', 'never-polls']
  const own = ['--scenarios', join(folder, 'my scenarios.json'), '--profile', join(folder, 'profile.json')]
  const args = ['certify', ...own, '--name', "ACME's shop", '--only', 'OWN-SLOW', ...client]
  const start = (line: readonly string[], surroundings: Surroundings) =>
    startCli(line, { ...surroundings, executable: MAIN })
  const { stdout } = await startCertify(args, start).ended
  const [, line = ''] = /Run it alone +(.+)/.exec(stdout) ?? []
  expect(line).toMatch(/^node cli\/main\.ts certify /)
  const again = await shell(line.replace(' -- ', ' --json -- '))
  expect(JSON.parse(again)).toMatchObject({
    outcome: 'broken',
    subject: { name: "ACME's shop" },
    scenarios: [{ sku: 'OWN-SLOW', outcome: 'broken' }],
  })
  expect(again).toContain(JSON.stringify(line).slice(1, -1))
})

const NEVER_POLLS = ['--', 'node', 'examples/broken/run.mjs', 'never-polls']

test('--bail ends at the first broken must; --failed runs the rest, until nothing remains', async (context) => {
  const report = join(temporaryFolder(context), 'report')
  const run = (...args: readonly string[]) => runCertify(['certify', '--report', report, ...args])

  const early = await run('--failed', ...GOOD)
  expect(early).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('journal.jsonl: there is no such file'),
  })

  // One at a time, and the longest first: it is broken before the others begin.
  const only = ['--only', 'AT-ONCE,PROCESSING,WITHDRAWN', '--jobs', '1']
  const first = await run('--bail', ...only, ...NEVER_POLLS)
  expect({ code: first.code, leftOver: first.leftOver }, first.stdout).toEqual({ code: 1, leftOver: [] })
  expect(first.stdout).toContain('The run ended at the first broken must: 1 of 3 scenarios had ended')
  expect(first.stdout).toContain('Remaining: 3 scenarios not kept, 2 of them since they did not end: ')
  expect(first.stdout).toContain(
    `Next: partner-purchase certify --failed --report ${report} ${NEVER_POLLS.join(' ')}\n`,
  )

  const renamed = await run('--failed', '--scenarios', 'no-such-file.json', ...GOOD)
  expect(renamed.code).toBe(2)

  const second = await run('--failed', ...GOOD)
  expect({ code: second.code, leftOver: second.leftOver }, second.stdout).toEqual({ code: 0, leftOver: [] })
  expect(second.stdout).toContain(
    `3 of 38, those that the run in ${report} did not keep: this can't become a certificate`,
  )
  for (const sku of ['AT-ONCE', 'PROCESSING', 'WITHDRAWN'])
    expect(second.stdout).toContain(`✓ SCENARIO-${sku} `)
  expect(second.stdout).toContain('\nNO CERTIFICATE')
  const next = `Next: partner-purchase certify --report ${report} ${GOOD.join(' ')}\n`
  expect(second.stdout).toContain(`Nothing of these remains.\n${next}`)

  const files = filesIn(report)
  const third = await run('--failed', ...GOOD)
  expect({ code: third.code, files: filesIn(report) }).toEqual({ code: 0, files })
  expect(third.stdout).toMatch(/^Nothing remains: /)
  expect(third.stdout).toContain(next)
})

test('--failed refuses a run of other scenarios, naming one that is missing here', async (context) => {
  const report = temporaryFolder(context)
  const args = ['certify', '--report', report]
  const own = ['--scenarios', 'docs/scenarios.example.json', '--only']
  const { skus } = { skus: JSON.parse(readFileSync('docs/scenarios.example.json', 'utf8')) }
  const [{ sku }] = skus.scenarios ?? skus
  await runCertify([...args, ...own, sku, '--', 'node', '--eval', ''])
  const { code, stderr } = await runCertify([...args, '--failed', ...GOOD])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`has ${sku}, and this one has no such scenario`),
  })
})
