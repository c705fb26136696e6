import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { judge } from '../certification/public.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What the example says of a client. */
async function certified(client: readonly string[], journal: string) {
  const args = ['examples/certification/certify.ts', process.execPath, ...client]
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, JOURNAL: journal } })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { stdout, stderr, code: code as number | null }
}

test('the example passes a correct client, and prints what to fix for another', async (context) => {
  const folder = temporaryFolder(context)
  const [good, broken] = await Promise.all([
    certified(['examples/node-raw-socket/client.mjs'], join(folder, 'good.jsonl')),
    certified(
      ['examples/broken/run.mjs', 'buys-again-after-a-lost-connection'],
      join(folder, 'broken.jsonl'),
    ),
  ])
  expect(good).toMatchObject({ code: 0, stderr: '' })
  expect(good.stdout.trim().split('\n').toSorted()).toEqual([
    'SCENARIO-AT-ONCE: kept',
    'SCENARIO-LOST-AFTER: kept',
    'SCENARIO-TOO-DEAR: kept',
  ])
  expect(broken).toMatchObject({ code: 1, stderr: '' })
  expect(broken.stdout).toContain('SCENARIO-LOST-AFTER: broken')
  expect(broken.stdout).toMatch(/^timeout-is-not-failure: .+\n.+/m)
  const { report } = judge(readFileSync(join(folder, 'broken.jsonl')))
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toContain(
    'timeout-is-not-failure',
  )
})
