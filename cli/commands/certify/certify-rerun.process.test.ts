import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, type Surroundings, withoutNpm } from '../../testing/run-cli.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { startCertify } from './certify-run.fixture.ts'

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
  const again = await shell(line.replace(' -- ', ' --json --no-report -- '))
  expect(JSON.parse(again)).toMatchObject({
    outcome: 'broken',
    subject: { name: "ACME's shop" },
    scenarios: [{ sku: 'OWN-SLOW', outcome: 'broken' }],
  })
  expect(again).toContain(JSON.stringify(line).slice(1, -1))
})
