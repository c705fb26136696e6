import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../../mock-server/tls/certificate.ts'
import { clientTrust } from './client-trust.ts'
import { clientEnvironment } from './run-client.ts'

const SETTINGS = { baseUrl: 'http://127.0.0.1:1', apiKey: 'k', sku: 's', purchases: 1, orderLabel: 'l' }
const OWN = '127.0.0.1,localhost,::1'

test.for([
  ['no exemption', {}, { NO_PROXY: OWN, no_proxy: OWN }],
  ['one in capitals', { NO_PROXY: 'a.test' }, { NO_PROXY: `a.test,${OWN}`, no_proxy: `a.test,${OWN}` }],
  [
    'two that differ',
    { NO_PROXY: 'a.test', no_proxy: 'b.test' },
    { NO_PROXY: `a.test,${OWN}`, no_proxy: `b.test,${OWN}` },
  ],
  ['an exemption of everything', { no_proxy: '*' }, { NO_PROXY: '*', no_proxy: '*' }],
] as const)('a client that has a proxy and %s calls the mock directly', ([, given, expected]) => {
  const environment = clientEnvironment({ HTTP_PROXY: 'http://proxy.test', ...given }, SETTINGS)
  expect(environment).toMatchObject({ HTTP_PROXY: 'http://proxy.test', ...expected })
})

const certificate = makeCertificate()
const own = makeCertificate().authority

test('a client trusts the authority besides what it trusts already, and nothing is left of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-trust-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'own.pem')
  writeFileSync(file, own)
  const given = { NODE_EXTRA_CA_CERTS: file, SSL_CERT_FILE: file, CURL_CA_BUNDLE: '/missing', OTHER: 'kept' }
  const { env, remove } = await clientTrust(certificate, given)
  expect(env.OTHER).toBe('kept')
  const files = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'].map(
    (name) => env[name] ?? '',
  )
  for (const path of files) {
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(certificate.authority)
    expect(text).toContain(own)
  }
  await remove()
  expect(files.filter(existsSync)).toEqual([])
})

test('where there is no Java, nothing is said to it', async () => {
  const { env, remove } = await clientTrust(certificate, { PATH: '/nowhere', JAVA_TOOL_OPTIONS: '-Xmx64m' })
  await remove()
  expect(env.JAVA_TOOL_OPTIONS).toBe('-Xmx64m')
})
