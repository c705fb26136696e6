import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { portOf } from '../../../contract/testing/listening.fixture.ts'
import { serve } from '../../../mock-server/serve.ts'
import { CERTIFICATE } from '../../../mock-server/tls/certificate.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli as runProcess } from '../../testing/run-cli.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { waitlessClock } from '../../testing/waitless-clock.fixture.ts'

type Context = Pick<TestContext, 'onTestFinished'>

/**
 * A proxy of HTTP that leads every host to one port of this machine, and asks for credentials where it has some.
 *
 * @returns its address, and each request that it was sent.
 */
async function startProxy(context: Context, port: string, credentials?: string) {
  const seen: string[] = []
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const admits = ({ method, url, headers }: IncomingMessage) => {
    seen.push(`${method} ${url}`)
    return wanted === undefined || headers['proxy-authorization'] === wanted
  }
  const proxy = createServer((incoming, outgoing) => {
    if (!admits(incoming)) return void outgoing.writeHead(407).end()
    const { pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: pathname + search, headers })
    onward.on('response', (answer) =>
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  proxy.on('connect', (incoming, socket) => {
    if (!admits(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const onward = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    onward.pipe(socket).pipe(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { seen, address: `127.0.0.1:${await portOf(proxy, context)}` }
}

/** No name server knows it: only the proxy leads there. */
const HOST = 'service.test'
const key = 'pk_test_proxy'
const clock = waitlessClock()

async function startService({ onTestFinished }: Context, options: Parameters<typeof serve>[0] = {}) {
  const mock = await serve(options)
  onTestFinished(() => mock.close())
  return new URL(mock.url).port
}

describe.concurrent('a service behind a proxy', () => {
  test('is verified over https, through its tunnels, and the credentials of the proxy are written nowhere', async (context) => {
    const folder = temporaryFolder(context)
    writeFileSync(join(folder, 'ca.pem'), CERTIFICATE.cert)
    const port = await startService(context, { tls: CERTIFICATE })
    const { seen, address } = await startProxy(context, port, 'user:s3cret')
    const env = { HTTPS_PROXY: `http://user:s3cret@${address}`, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
    // Calls that share a connection, purchases, which have one each, and a client that leaves.
    const only = ['--only', 'ping-ok', 'lookup-position', 'purchase-survives-timeout']
    const args = ['verify', ...only, '--base-url', `https://${HOST}`, '--report', folder]
    const { stdout, stderr } = await runProcess(args, { key, env })
    expect(stdout).toContain('KEPT, 3 of 3 clauses kept')
    expect(stdout).toContain(`https://${HOST}, by the proxy http://${address}`)
    expect(seen).toContain(`CONNECT ${HOST}:443`)
    const written = stdout + stderr + readFileSync(join(folder, 'report.json'), 'utf8')
    expect(written).not.toMatch(/s3cret|dXNlcjpzM2NyZXQ/)
  })

  test('is verified over plain http, and every purchase goes through the proxy, also one whose client leaves', async (context) => {
    const { seen, address } = await startProxy(context, await startService(context, { clock }))
    const folder = temporaryFolder(context)
    const args = ['verify', '--only', 'purchase-survives-timeout', '--allow-http', '--report', folder]
    const at = ['--base-url', `http://${HOST}`]
    const { code } = await runCli([...args, ...at], { key, clock, env: { HTTP_PROXY: address } })
    expect(code).toBe(0)
    const purchases = seen.filter((line) => line === `POST http://${HOST}/orders`)
    expect(purchases).toHaveLength(reportIn(folder).purchases?.sent ?? 0)
  })

  test('is discovered over plain http', async (context) => {
    const { seen, address } = await startProxy(context, await startService(context))
    const cwd = temporaryFolder(context)
    const args = ['discover', '--allow-http', '--base-url', `http://${HOST}`]
    const { code } = await runCli(args, { key, cwd, clock, env: { HTTP_PROXY: address } })
    expect(code).toBe(0)
    expect(seen).toContain(`GET http://${HOST}/ping`)
  })

  test.for(['http', 'https'] as const)(
    'is unreachable over %s where the proxy wants credentials, and the remedy is said',
    async (scheme, context) => {
      const { address } = await startProxy(context, '9', 'user:s3cret')
      const args = ['verify', '--only', 'ping-ok', '--allow-http', '--base-url', `${scheme}://${HOST}`]
      const env = { HTTP_PROXY: `http://user:wrong@${address}`, HTTPS_PROXY: `http://user:wrong@${address}` }
      const { code, stdout } = await runCli(args, { key, env })
      expect(code).toBe(3)
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
        /the proxy http:\/\/127\.0\.0\.1:\d+ answered .*407 .* Put the user and the password into HTTPS_PROXY/,
      )
      expect(stdout).not.toContain('wrong')
    },
  )

  test.for(['http', 'https'] as const)('is unreachable over %s where its proxy is', async (scheme) => {
    const args = ['verify', '--only', 'ping-ok', '--allow-http', '--base-url', `${scheme}://${HOST}`]
    const env = { HTTP_PROXY: '127.0.0.1:9', HTTPS_PROXY: '127.0.0.1:9' }
    const { code, stdout } = await runCli(args, { key, env })
    expect(code).toBe(3)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain("the proxy http://127.0.0.1:9 can't be reached")
  })

  test('is not looked for there where NO_PROXY exempts it', async (context) => {
    const { seen, address } = await startProxy(context, '9')
    const args = ['verify', '--only', 'ping-ok', '--base-url', `https://${HOST}`]
    const { stdout } = await runCli(args, { key, env: { HTTPS_PROXY: address, NO_PROXY: '.test' } })
    expect(stdout).toContain('the host name')
    expect(seen).toEqual([])
  })
})

test('the own mock of the kit is called directly, whatever proxy is named', async () => {
  const { code } = await runCli(['verify', '--only', 'ping-ok'], { env: { HTTP_PROXY: '127.0.0.1:9' } })
  expect(code).toBe(0)
})

test('a service whose certificate is self-signed is trusted when NODE_EXTRA_CA_CERTS names it', async (context) => {
  const file = join(temporaryFolder(context), 'cert.pem')
  writeFileSync(file, CERTIFICATE.cert)
  const url = `https://127.0.0.1:${await startService(context, { tls: CERTIFICATE })}`
  const env = { NODE_EXTRA_CA_CERTS: file }
  const { code, stdout } = await runProcess(['verify', '--only', 'ping-ok', '--base-url', url], {
    key,
    env,
  })
  expect(stdout).toContain('KEPT, 1 of 1')
  expect(code).toBe(0)
})
