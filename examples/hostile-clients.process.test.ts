import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Command, runClient, startClient, type Task } from './good-clients.fixture.ts'

const SKU = 'SCENARIO-AT-ONCE'
const NOWHERE = { url: 'http://127.0.0.1:9', sku: SKU }

function hostile(name: string): Command {
  return ['node', `examples/hostile/${name}.mjs`]
}

/** Starts a client that does not outlive its test. */
function start(name: string, task: Task) {
  const started = startClient(hostile(name), task)
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

async function urlOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Waits until a client has printed a text. */
async function printed({ child, output }: ReturnType<typeof startClient>, text: string): Promise<void> {
  while (!output.text.includes(text)) await once(child.stdout, 'data')
}

/** More bytes than the kit keeps of an output. */
const MUCH = 2 ** 20

/** How the others end is part of what `certify-hostile.process.test.ts` says of each. */
describe('the hostile client', () => {
  test('leaves-a-grandchild is survived by a process with an open connection', async () => {
    const connections: Socket[] = []
    const server = createServer((socket) => connections.push(socket.on('error', () => undefined)))
    const started = start('leaves-a-grandchild', { url: await urlOf(server), sku: SKU })
    expect(await once(started.child, 'exit')).toEqual([0, null])
    await printed(started, '\n')
    const pid = Number(/grandchild (\d+)/.exec(started.output.text)?.[1])
    onTestFinished(() => void process.kill(pid, 'SIGKILL'))
    expect(process.kill(pid, 0)).toBe(true)
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([false])
  })

  test('writes-a-gigabyte writes more than anyone wants to keep', async () => {
    const { child } = start('writes-a-gigabyte', NOWHERE)
    child.stdout.removeAllListeners('data')
    let bytes = 0
    for await (const chunk of child.stdout) {
      bytes += (chunk as Buffer).length
      if (bytes > MUCH) break
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(bytes).toBeGreaterThan(MUCH)
  })

  test('destroys-its-socket resets the connection in mid-request', async () => {
    const { promise: broken, resolve } = Promise.withResolvers<{ head: string; code: unknown }>()
    const server = createServer((socket) => {
      let head = ''
      socket.on('data', (chunk) => (head += chunk))
      socket.once('error', (error) => resolve({ head, code: 'code' in error && error.code }))
    })
    await runClient(hostile('destroys-its-socket'), { url: await urlOf(server), sku: SKU })
    expect(await broken).toEqual({
      head: expect.stringMatching(/^POST \/orders .*\{"partnerReference"/s),
      code: 'ECONNRESET',
    })
  })

  test('prints-its-key prints it, whole, to both of its outputs', async () => {
    const { printed: text, key } = await runClient(hostile('prints-its-key'), NOWHERE)
    expect(text.split(`The key is ${key}.`)).toHaveLength(3)
  })
})
