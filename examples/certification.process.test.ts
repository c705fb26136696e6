import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { judge } from '../cli/public.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { isFull } from '../contract/testing/sample.fixture.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What the example says of a client. */
function certified(client: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const args = ['examples/certification/certify.ts', process.execPath, ...client]
  return promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } })
}

test.runIf(isFull)('the example passes a correct client', async () => {
  const { stdout, stderr } = await certified(['examples/node-raw-socket/client.mjs'])
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n').toSorted()).toEqual([
    'SCENARIO-AT-ONCE: kept',
    'SCENARIO-LOST-AFTER: kept',
    'SCENARIO-TOO-DEAR: kept',
  ])
})

test('the example prints what to fix for a client that is broken, and keeps its journal', async (context) => {
  const journal = join(temporaryFolder(context), 'broken.jsonl')
  const client = ['examples/broken/run.mjs', 'buys-again-after-a-lost-connection']
  const ended = await certified(client, { JOURNAL: journal }).catch((failed) => failed)
  expect(ended).toMatchObject({ code: 1, stderr: '' })
  for (const line of ['SCENARIO-AT-ONCE: kept', 'SCENARIO-LOST-AFTER: broken', 'SCENARIO-TOO-DEAR: kept'])
    expect(ended.stdout).toContain(`${line}\n`)
  expect(ended.stdout).toMatch(/^timeout-is-not-failure: .+\n.+/m)
  const { report } = judge(readFileSync(journal))
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toContain(
    'timeout-is-not-failure',
  )
})
