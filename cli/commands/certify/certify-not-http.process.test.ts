import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { runCertify } from './certify-run.fixture.ts'

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
