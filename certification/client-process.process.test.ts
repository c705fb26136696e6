import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { isFull, runs } from '../contract/testing/sample.fixture.ts'
import { leftOverOf, newKey, runScript } from './testing/client-process.fixture.ts'

/** A script that starts a process which outlives it, and prints that process's id. */
function leaving(child: string, options: string): string {
  return `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], ${options})
    child.unref()
    child.stdout.once('data', () => {
      console.log(child.pid)
      process.exit(0)
    })`
}

const DEAF = `process.on('SIGTERM', () => {}); console.log('up'); setTimeout(() => {}, 600000)`
const HANGING = `console.log('up'); setTimeout(() => {}, 600000)`

describe.concurrent('a client', () => {
  test('that exits is reported with its exit code and its last output', async () => {
    const run = await runScript(`console.log('bought'); console.error('almost'); process.exitCode = 3`)
    expect(run).toMatchObject({
      exit: { code: 3, signal: null, cause: 'exited' },
      stdout: { text: 'bought\n', bytes: 7 },
      stderr: { text: 'almost\n', bytes: 7 },
    })
  })

  test('gets the five variables of its trial, and no secret from its parent', async () => {
    process.env.SERVICE_SECRET_OF_PARENT = 'x'
    process.env.DEPLOY_TOKEN = 'x'
    process.env.PGPASSWORD = 'x'
    process.env.HARMLESS = 'pk_live_abcdef'
    process.env.MY_SETTING = 'kept'
    process.env.NO_PROXY = 'shop.test'
    const { stdout } = await runScript(`
      const { SERVICE_BASE_URL, SERVICE_SKU, SERVICE_PURCHASES, SERVICE_ORDER_LABEL, PATH, MY_SETTING, NO_PROXY, DEPLOY_TOKEN, PGPASSWORD, HARMLESS } = process.env
      const own = Object.keys(process.env).filter((name) => name.startsWith('SERVICE_')).sort()
      console.log(JSON.stringify({ own, SERVICE_BASE_URL, SERVICE_SKU, SERVICE_PURCHASES, SERVICE_ORDER_LABEL, PATH, MY_SETTING, NO_PROXY, DEPLOY_TOKEN, PGPASSWORD, HARMLESS }))`)
    expect(JSON.parse(stdout.text)).toEqual({
      own: [
        'SERVICE_BASE_URL',
        'SERVICE_ORDER_LABEL',
        'SERVICE_PARTNER_API_KEY',
        'SERVICE_PURCHASES',
        'SERVICE_SKU',
      ],
      SERVICE_BASE_URL: 'http://127.0.0.1:9',
      SERVICE_SKU: 'SCENARIO-AT-ONCE',
      SERVICE_PURCHASES: '1',
      SERVICE_ORDER_LABEL: '1001',
      PATH: process.env.PATH,
      MY_SETTING: 'kept',
      // The client must call the mock directly, without a proxy.
      NO_PROXY: 'shop.test,127.0.0.1,localhost,::1',
    })
  })

  test('that reads its standard input finds it at its end', async () => {
    const { stdout } = await runScript(`process.stdin.on('end', () => console.log('no more')).resume()`)
    expect(stdout.text).toBe('no more\n')
  })

  test('that hangs is ended when its time is up', async () => {
    const run = await runScript(HANGING, { limitMs: 300 })
    expect(run).toMatchObject({ exit: { code: null, signal: 'SIGTERM', cause: 'time-limit' }, leftOver: [] })
  })

  test.skipIf(process.platform !== 'linux')(
    'that leaves a detached process behind, deaf to SIGTERM, is cleaned up after',
    async () => {
      const run = await runScript(leaving(DEAF, `{ stdio: ['ignore', 'pipe', 'inherit'], detached: true }`))
      expect(run).toMatchObject({ exit: { code: 0, cause: 'exited' }, leftOver: [] })
      expect(Number(run.stdout.text)).toBeGreaterThan(1)
    },
  )

  test('that writes many megabytes is read to the end, and its last 32 KiB are kept', async () => {
    const mebibytes = runs({ sample: 16, full: 1024 })
    const before = process.memoryUsage.rss()
    let most = before
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
    const { exit, stdout } = await runScript(`
      const { writeSync } = require('node:fs')
      const mebibyte = Buffer.alloc(2 ** 20, 'a')
      for (let i = 0; i < ${mebibytes}; i += 1) for (let at = 0; at < mebibyte.length; ) {
        try { at += writeSync(1, mebibyte, at) } catch (error) { if (error.code !== 'EAGAIN') throw error }
      }`)
    clearInterval(watching)
    expect({ code: exit.code, bytes: stdout.bytes }).toEqual({ code: 0, bytes: mebibytes * 2 ** 20 })
    expect(stdout.text.length).toBeLessThanOrEqual(33 * 1024)
    // A smaller growth is within the usual noise of a process.
    if (isFull) expect(most - before).toBeLessThan(160 * 2 ** 20)
  })

  test('that prints its key, whole, encoded or in pieces, leaves no part of it in the output', async () => {
    const { stdout, key } = await runScript(`
      const key = process.env.SERVICE_PARTNER_API_KEY
      console.log('x'.repeat(70000), key, encodeURIComponent(key), Buffer.from('user:' + key).toString('base64'))
      process.stdout.write(key.slice(0, 20))
      setTimeout(() => console.log(key.slice(20)), 50)`)
    const secret = key.slice('pk_test_'.length)
    expect(stdout.text).toContain('[key]')
    for (const form of [secret, secret.slice(0, 12), Buffer.from(secret).toString('base64').slice(4, 20)])
      expect(stdout.text).not.toContain(form)
  })

  test.for([
    ['does not exist', ['/no/such/client'], 'there is no such program'],
    ['is a file without a program in it', ['./package.json'], 'it is not executable'],
    ['is a folder', ['.'], 'it is not executable'],
  ] as const)('whose command %s is refused', async ([, [program], reason]) => {
    await expect(runScript('', { command: [program] })).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringContaining(reason),
    })
  })
})

const RUN_CLIENT = new URL('./client-process.ts', import.meta.url).href

/** A program that certifies, and crashes on SIGUSR2 while its client and the client's child process still run. */
function crashing(key: string): string {
  const leaving = `
    require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600000)'], { detached: true })
    console.error('up')
    setTimeout(() => {}, 600000)`
  return `
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
  ['a fault of the kit', 'SIGUSR2', [1, null]],
  ['Ctrl-C', 'SIGINT', [null, 'SIGINT']],
  ['SIGTERM', 'SIGTERM', [null, 'SIGTERM']],
] as const)(
  'a program that certifies and is ended by %s takes its clients with it',
  async (_, signal, end) => {
    const key = newKey()
    const script = crashing(key)
    const kit = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const ended = once(kit, 'exit')
    // The client and its child process: both hold the key in their environment.
    while (leftOverOf(key).length < 2) await pause(100)
    kit.kill(signal)
    expect(await ended).toEqual(end)
    // Without the kill, these processes would stay for ten minutes.
    await vi.waitFor(() => expect(leftOverOf(key)).toEqual([]), { timeout: 30_000, interval: 100 })
  },
)
