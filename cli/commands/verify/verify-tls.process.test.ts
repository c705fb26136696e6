import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, type TestContext, test } from 'vitest'
import { portOf } from '../../../contract/testing/listening.fixture.ts'
import { createApp } from '../../../mock-server/app.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
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
  const file = join(folder, 'cert.pem')
  writeFileSync(file, cert)
  return { url: `https://127.0.0.1:${await portOf(server, context)}`, folder, file }
}

describe.concurrent('a service whose certificate is self-signed', () => {
  test('can not be verified: it is unreachable, and the key is not blamed', async (context) => {
    const { url, folder } = await mockOverTls(context)
    const { code, stdout } = await runCli(['verify', '--base-url', url, '--report', folder], { key })
    expect(code).toBe(3)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`${url}: its certificate is self-signed`)
    expect(stdout).toContain('NODE_EXTRA_CA_CERTS')
    const report = reportIn(folder)
    expect(report.outcome).toBe('unreachable')
    expect(report.assumptions.filter(({ verdict }) => verdict !== 'not-observed')).toEqual([])
  })

  test('is trusted when NODE_EXTRA_CA_CERTS names its certificate', async (context) => {
    const { url, file } = await mockOverTls(context)
    const env = { NODE_EXTRA_CA_CERTS: file }
    const { code, stdout } = await runProcess(['verify', '--dry-run', '--base-url', url], { key, env })
    expect(stdout).toContain('Nothing was bought.')
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
