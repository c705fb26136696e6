import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { callerOf, startMock, startMockHere } from '../../mock/mock-process.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

async function journalOf(url: string): Promise<string> {
  return (await fetch(`${url}/__mock/journal`)).text()
}

const PATIENCE = { timeout: 30_000, interval: 50 }

describe.concurrent('mock ends', () => {
  test.for(sampleOf(['SIGTERM', 'SIGINT'] as const))(
    'on %s with 0, once the last answer has ended',
    async (signal, context) => {
      const file = join(temporaryFolder(context), 'slow.json')
      const faults = [{ at: 'after-recording', does: { kind: 'stall', seconds: 0.8 } }]
      const course = { processing: [], settles: 'success' }
      writeFileSync(
        file,
        JSON.stringify([{ sku: 'SLOW', name: 'slow', story: 'It is slow.', course, faults }]),
      )
      const { child, ended, url } = await startMock(context, ['--quiet', '--scenarios', file])
      const answered = callerOf(url, 'pk_test_last').buy('SHOP:1', 'SLOW')
      await vi.waitFor(async () => expect(await journalOf(url)).toContain('"effect":"recorded"'), PATIENCE)
      child.kill(signal)
      expect(await (await answered).json()).toEqual({ data: { order: { order: { status: 'COMPLETED' } } } })
      expect(await ended).toMatchObject({ code: 0, stdout: `ready ${url}\n`, stderr: '' })
    },
  )

  test.skipIf(process.platform === 'win32')('with its reader, as `head` leaves after a line', () => {
    const pipe = `"${process.execPath}" "${MAIN}" mock --port 0 | head -n 1`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', pipe], { encoding: 'utf8', timeout: 30_000 })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Partner.*mock.*\n$/)
  })

  test('at once, with 130, when it is interrupted a second time', async (context) => {
    const { child, ended, said, url } = await startMockHere(context)
    const held = callerOf(url, 'pk_test_held').buy('SHOP:1', 'SCENARIO-STALLED')
    held.catch(() => {})
    // The order is recorded before its answer is delayed: by then the call is in progress.
    await vi.waitFor(async () => expect(await journalOf(url)).toContain('"effect":"recorded"'), PATIENCE)
    child.kill('SIGINT')
    await said(/stopping/)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
  })

  test('with 0 when an answer is delayed for which no client waits any more', async (context) => {
    const { child, ended, url, said } = await startMockHere(context)
    const limit = new AbortController()
    const impatient = fetch(`${url}/orders`, {
      method: 'POST',
      headers: { Authorization: 'Bearer pk_test_gone', 'Content-Type': 'application/json' },
      body: JSON.stringify({ partnerReference: 'SHOP:1', sku: 'SCENARIO-STALLED' }),
      signal: limit.signal,
    })
    impatient.catch(() => {})
    await vi.waitFor(async () => expect(await journalOf(url)).toContain('"effect":"recorded"'), PATIENCE)
    limit.abort()
    await said(/ lost {2}POST .*answer delayed after the order was recorded/)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('before it is ready, with 2, when its port is taken', async (context) => {
    const { url } = await startMockHere(context)
    const { port } = new URL(url)
    const { code, stdout, stderr } = await runCli(['mock', '--port', port])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      `Can't listen on 127.0.0.1:${port}: the port is taken. Stop what listens there, choose another --port, or 0 for any free one.\n`,
    )
  })
})
