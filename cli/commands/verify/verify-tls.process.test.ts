import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttp2Server, createSecureServer as createSecureHttp2Server } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, type TestContext, test } from 'vitest'
import { reportSchema } from '../../../contract/report/report.ts'
import { createApp } from '../../../mock-server/app.ts'
import { runCli as runProcess } from '../../testing/run-cli.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { selfSigned } from '../../testing/self-signed.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const key = 'pk_test_tls'

/** The mock over https with a self-signed certificate, and a file with the certificate. */
async function mockOverTls(context: TestContext) {
  const folder = temporaryFolder(context)
  const { key: privateKey, cert } = selfSigned()
  const listener = getRequestListener(createApp().fetch, { overrideGlobalObjects: false })
  const server = createServer(
    { key: privateKey, cert },
    (request, response) => void listener(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const file = join(folder, 'cert.pem')
  writeFileSync(file, cert)
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, folder, file }
}

describe.concurrent('a service whose certificate is self-signed', () => {
  test('can not be verified: it is unreachable, and the key is not blamed', async (context) => {
    const { url, folder } = await mockOverTls(context)
    const { code, stdout } = await runCli(['verify', '--base-url', url, '--report', folder], { key })
    expect(code).toBe(3)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`${url}: its certificate is self-signed`)
    expect(stdout).toContain('NODE_EXTRA_CA_CERTS')
    const report = reportSchema.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
    expect(report.outcome).toBe('unreachable')
    expect(report.assumptions.filter(({ verdict }) => verdict !== 'not-observed')).toEqual([])
  })

  test('is kept when NODE_EXTRA_CA_CERTS names its certificate', { timeout: 120_000 }, async (context) => {
    const { url, file } = await mockOverTls(context)
    const env = { NODE_EXTRA_CA_CERTS: file }
    const { code, stdout } = await runProcess(['verify', '--base-url', url], { key, env })
    expect(stdout).toContain('KEPT, 16 of 16 clauses kept')
    expect(code).toBe(0)
  })

  test.for(['verify', 'discover'] as const)(
    'is unreachable for a %s that only reads',
    async (command, context) => {
      const { url, folder } = await mockOverTls(context)
      const args = command === 'verify' ? ['--dry-run'] : []
      const { code, stdout } = await runCli([command, '--base-url', url, ...args], { key, cwd: folder })
      expect(code).toBe(3)
      expect(stdout).toContain('NODE_EXTRA_CA_CERTS')
    },
  )
})

describe.concurrent('a service that speaks HTTP/2 only', () => {
  test.for([
    ['verify', 'https'],
    ['verify', 'http'],
    ['discover', 'https'],
    ['discover', 'http'],
  ] as const)('is unreachable for %s over %s', async ([command, scheme], context) => {
    const server = scheme === 'https' ? createSecureHttp2Server(selfSigned()) : createHttp2Server()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    context.onTestFinished(() => void server.close())
    const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, stdout } = await runCli([command, '--base-url', url], {
      key,
      cwd: temporaryFolder(context),
    })
    expect(code).toBe(3)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/speaks HTTP\/2 only|does not speak HTTP\/1\.1/)
  })
})
