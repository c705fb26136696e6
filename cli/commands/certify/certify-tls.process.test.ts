import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeJournal } from '../../../certification/judge-journal.ts'
import { runCli, startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { GOOD, runCertify, startCertify } from './certify-run.fixture.ts'

describe.concurrent('certify --tls', () => {
  test('certifies a client over https, by a certificate that its environment leads it to', async () => {
    const only = ['SCENARIO-AT-ONCE', 'SCENARIO-LOST-AFTER']
    const { code, stdout, stderr } = await runCertify(['certify', '--tls', '--only', ...only, ...GOOD])
    expect(stdout + stderr).toContain('https, by a certificate made for this run')
    expect(stdout + stderr).not.toContain('not-http')
    expect(code).toBe(0)
  })

  test('says that a client does not trust the certificate, also from the recording', async (context) => {
    const folder = temporaryFolder(context)
    const client = join(folder, 'distrusts.mjs')
    writeFileSync(
      client,
      `import { connect } from 'node:tls'
      const { hostname, port } = new URL(process.env.SERVICE_BASE_URL)
      connect({ host: hostname, port, ca: [] }).on('error', () => process.exit(1))`,
    )
    const args = ['certify', '--tls', '--only', 'SCENARIO-AT-ONCE', '--report', folder, '--', 'node', client]
    // Where there is no Java, no trust store is made for it.
    const env = { PATH: join(process.execPath, '..') }
    const { code, stdout } = await runCli(args, { env })
    expect(code).toBe(4)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/not-http: .* trust the certificate/)
    const again = judgeJournal(readFileSync(join(folder, 'journal.jsonl')))
    expect(again.report.remarks.map(({ id }) => id)).toEqual(['not-http'])
  })

  test('with --listen says where the certificate is, and takes it away when it is over', async () => {
    const args = ['certify', '--listen', '--tls', '--port', '0', '--only', 'SCENARIO-AT-ONCE']
    const { child, output, ended } = startCertify(args, startCli)
    while (!output.stdout.includes('Ctrl-C')) await once(child.stdout, 'data')
    const [, url = '', file = ''] = /Base address +(\S+)[\s\S]*Certificate +(\S+):/.exec(output.stdout) ?? []
    expect(url).toMatch(/^https:/)
    expect(readFileSync(file, 'utf8')).toContain('BEGIN CERTIFICATE')
    child.stdin.write('\n')
    await ended
    expect(existsSync(file)).toBe(false)
  })
})

test('TLS or garbage from a client is reported', async (context) => {
  const client = join(temporaryFolder(context), 'no-http.mjs')
  writeFileSync(
    client,
    `import { connect } from 'node:net'
    import { connect as connectSafely } from 'node:tls'
    const { hostname: host, port } = new URL(process.env.SERVICE_BASE_URL)
    connectSafely({ host, port }).on('error', () => {
      connect(port, host).on('connect', function () { this.write('garbage\\r\\n\\r\\n') }).resume()
    })`,
  )
  const { code, stdout } = await runCertify(['certify', '--only', 'SCENARIO-AT-ONCE', '--', 'node', client])
  expect(code).toBe(4)
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain('not-http: TLS was sent to this port, which speaks plain http.')
  expect(text).toContain('not-http: This is not a request that HTTP/1.1 allows.')
})
