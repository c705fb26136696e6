import { writeFileSync } from 'node:fs'
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

/** Buys under a new reference at each start, and does not wait for every answer. It writes a line when it is first started. */
const FORGETFUL = `
  import { existsSync, writeFileSync } from 'node:fs'
  const { SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY, SERVICE_SKU: sku } = process.env
  const started = process.argv[2] + sku
  const isFirst = !existsSync(started)
  if (isFirst) console.error('only at first')
  writeFileSync(started, '')
  const headers = { Authorization: 'Bearer ' + SERVICE_PARTNER_API_KEY, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ partnerReference: 'SHOP:' + process.pid, sku })
  const signal = isFirst ? undefined : AbortSignal.timeout(1500)
  await fetch(SERVICE_BASE_URL + '/orders', { method: 'POST', headers, body, signal }).catch(() => {})`

test.concurrent('a client that ignores its label buys again, and its recording gets the same verdict', async (context) => {
  const parent = temporaryFolder(context)
  const folder = join(parent, 'report')
  const client = join(parent, 'client.mjs')
  writeFileSync(client, FORGETFUL)
  const command = ['--', 'node', client, join(parent, 'started')]
  const { code, stdout } = await runCertify(['certify', ...RESTART, '--report', folder, ...command])
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
