import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, runCertify } from './certify-run.fixture.ts'

const RESTART = [
  '--restart',
  '--only',
  ...sampleOf(['SCENARIO-RESTART-UNANSWERED', 'SCENARIO-RESTART-PROCESSING']),
]

const CLIENTS = [
  ['the reference client', ['node', 'examples/typescript-reference-client/client.ts']],
  ['a client in Python', ['python3', 'examples/python-urllib/client.py']],
] as const

test.concurrent.each(sampleOf(CLIENTS))('%s finds its purchase after a crash', async (_, command) => {
  const { code, stdout, leftOver } = await runCertify(['certify', ...RESTART, '--', ...command])
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/✓ SCENARIO-RESTART-UNANSWERED .*\n?/)
  expect(leftOver).toEqual([])
})

test.concurrent('a client that ignores its label buys again, and its recording gets the same verdict', async (context) => {
  const parent = temporaryFolder(context)
  const folder = join(parent, 'report')
  const client = 'exec env -u SERVICE_ORDER_LABEL node examples/node-raw-socket/client.mjs'
  const firstOnly = `mkdir ${parent}/$SERVICE_SKU 2>/dev/null && echo only at first >&2`
  const forgets = ['sh', '-c', `${firstOnly}; ${client}`]
  const { code, stdout } = await runCertify(['certify', ...RESTART, '--report', folder, '--', ...forgets])
  expect(code).toBe(1)
  expect(stdout).toContain('After a crash the client did not look up its purchase')
  expect(stdout).toContain('certify --restart --only SCENARIO-RESTART-')
  expect(stdout).not.toContain('started again -----')
  const { 'report.json': report, 'clients.log': log } = filesIn(folder)
  expect(log).toContain('only at first\n----- killed, and started again -----\n')
  const again = join(folder, 'again')
  await runCli(['judge', join(folder, 'journal.jsonl'), '--report', again])
  expect(filesIn(again)['report.json']).toBe(report)
})
