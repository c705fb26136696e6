import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { startMockHere } from '../../mock/mock-process.fixture.ts'

test('mock --tls serves https, prints the file to trust before it is ready, and removes it at its end', async (context) => {
  const { url, output, child, ended } = await startMockHere(context, ['--tls'])
  const [, file = ''] = /^certificate (\S+)\nready https:/m.exec(output.stdout) ?? []
  const ping = supertest(url).get('/ping').ca(readFileSync(file, 'utf8'))
  await ping.auth('pk_test_me', { type: 'bearer' }).expect(200)
  expect(output.stdout).toContain(`curl -s --cacert ${file} ${url}/orders`)
  child.kill('SIGTERM')
  await ended
  expect(existsSync(file)).toBe(false)
})

test('its JSON log names the file, and a client that does not trust it', async (context) => {
  const { url, said } = await startMockHere(context, ['--tls', '--log', 'json'])
  await said(/"event":"ready","url":"https:[^"]+","certificate":"[^"]+"/)
  connectSafely({ port: Number(new URL(url).port), host: '127.0.0.1' }).on('error', () => {})
  await said(/"level":"warn".*"event":"not-http","kind":"no-request"/)
})

test('what is no request leaves a line in the log of the mock', async (context) => {
  const { url, said } = await startMockHere(context)
  const port = Number(new URL(url).port)
  connect(port, '127.0.0.1')
    .on('error', () => {})
    .end('garbage\r\n\r\n')
  await said(/not HTTP {2}This is not a request that HTTP\/1\.1 allows/)
  connectSafely({ port, host: '127.0.0.1' }).on('error', () => {})
  await said(/not HTTP {2}TLS was sent to this port/)
})
