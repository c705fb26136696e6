import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { portOf } from '../contract/testing/listening.fixture.ts'

const KEY = 'pk_test_of_a_hostile_client'
const NOWHERE = 'http://127.0.0.1:9'

/** Starts a hostile client that does not outlive its test. How the others end, `certify-hostile.process.test.ts` says. */
function start(name: string, url = NOWHERE) {
  const file = fileURLToPath(new URL(`hostile/${name}.mjs`, import.meta.url))
  const env = { SERVICE_BASE_URL: url, SERVICE_PARTNER_API_KEY: KEY, SERVICE_SKU: 'SCENARIO-AT-ONCE' }
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('leaves-a-grandchild is survived by a process with an open connection', async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  const child = start('leaves-a-grandchild', `http://127.0.0.1:${await portOf(server, { onTestFinished })}`)
  const [line] = await once(child.stdout, 'data')
  const pid = Number(/grandchild (\d+)/.exec(String(line))?.[1])
  onTestFinished(() => void process.kill(pid, 'SIGKILL'))
  if (child.exitCode === null) await once(child, 'exit')
  expect(process.kill(pid, 0)).toBe(true)
  expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(1)
})

test('writes-a-gigabyte writes more than the kit keeps of an output', async () => {
  let bytes = 0
  for await (const chunk of start('writes-a-gigabyte').stdout) {
    bytes += chunk.length
    if (bytes > 2 ** 20) break
  }
  expect(bytes).toBeGreaterThan(2 ** 20)
})

test('destroys-its-socket resets the connection in mid-request', async () => {
  const { promise: broken, resolve } = Promise.withResolvers<{ head: string; code: unknown }>()
  const server = createServer((socket) => {
    let head = ''
    socket.on('data', (chunk) => (head += chunk))
    socket.once('error', (error) => resolve({ head, code: 'code' in error && error.code }))
  })
  start('destroys-its-socket', `http://127.0.0.1:${await portOf(server, { onTestFinished })}`)
  const head = expect.stringMatching(/^POST \/orders .*\{"partnerReference"/s)
  expect(await broken).toEqual({ head, code: 'ECONNRESET' })
})

test('prints-its-key prints it, whole, to both of its outputs', async () => {
  const { stdout, stderr } = start('prints-its-key')
  expect(await Promise.all([text(stdout), text(stderr)])).toEqual(
    Array(2).fill(expect.stringContaining(`The key is ${KEY}.`)),
  )
})
