import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { leftOverOf, newKey } from './client-under-test.fixture.ts'

const RUN_CLIENT = new URL('./run-client.ts', import.meta.url).href

/**
 * A kit with a client, which crashes on a signal while the client and its child process still run.
 *
 * @param isBusy whether it can do nothing more once it has started the client.
 */
function crashing(key: string, isBusy: boolean): string {
  const leaving = `
    require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600000)'], { detached: true })
    console.error('up')
    setTimeout(() => {}, 600000)`
  const stuck = `
    const processes = process.getBuiltinModule('node:child_process')
    const { spawn } = processes
    processes.spawn = (program, args, options) => {
      const child = spawn(program, args, options)
      if (options.env.SERVICE_PARTNER_API_KEY) for (;;);
      return child
    }
    process.getBuiltinModule('node:module').syncBuiltinESMExports()`
  return `${isBusy ? stuck : ''}
    import { runClient } from '${RUN_CLIENT}'
    const settings = { baseUrl: 'http://127.0.0.1:9', apiKey: '${key}', sku: 'A', purchases: 1, orderLabel: '1' }
    void runClient({
      command: [process.execPath, '-e', ${JSON.stringify(leaving)}],
      settings,
      limitMs: 60000,
      stop: new AbortController().signal,
      elapsedMs: () => 0,
    })
    process.on('SIGUSR2', () => { throw new Error('a fault of the kit') })`
}

test.skipIf(process.platform !== 'linux').each([
  ['a fault of the kit', 'SIGUSR2', [1, null], false],
  ['SIGKILL, which leaves the kit no time,', 'SIGKILL', [null, 'SIGKILL'], false],
  ['SIGKILL in the moment of the start', 'SIGKILL', [null, 'SIGKILL'], true],
] as const)('%s takes its clients with it', async (_, signal, end, isBusy) => {
  const key = newKey()
  const script = crashing(key, isBusy)
  const kit = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const ended = once(kit, 'exit')
  // The client, and what it left: both hold the key.
  while (leftOverOf(key).length < 2) await pause(100)
  kit.kill(signal)
  expect(await ended).toEqual(end)
  // Killed, a process is gone in a moment; left alone, these would stay for ten minutes.
  await vi.waitFor(() => expect(leftOverOf(key)).toEqual([]), { timeout: 30_000, interval: 100 })
})
