import { expect, test } from 'vitest'
import { connectionFailure, failureText } from './connection-failure.ts'

const URL = 'https://api.example.com'

test.for([
  ['certificate has expired (CERT_HAS_EXPIRED)', 'its certificate has expired', 'Have it renewed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name', 'Use a name that it is for'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an authority that this machine does not know', 'NODE_EXTRA_CA_CERTS'],
  ['write EPROTO … sslv3 alert handshake failure', 'the handshake failed', 'Check --base-url'],
  ['getaddrinfo ENOTFOUND api.example.com', 'the host name is not known', 'Check --base-url'],
  ['no connection within 10 s', 'no connection came about in time', 'Check --base-url'],
] as const)('"%s" is said in plain words, with a remedy', ([failure, cause, remedy]) => {
  const said = connectionFailure(failure, URL)
  expect(said).toContain(`${URL}: `)
  expect(said).toContain(cause)
  expect(said).toContain(remedy)
})

test('a connection that was closed may have been closed for speaking the wrong protocol', () => {
  expect(connectionFailure('socket hang up (ECONNRESET)', 'http://127.0.0.1:1')).toContain('write https://')
  expect(connectionFailure('socket hang up (ECONNRESET)', URL)).not.toContain('write http')
})

test('a failure is named with its code, once', () => {
  expect(failureText({ name: 'Error', message: 'socket hang up', code: 'ECONNRESET' })).toBe(
    'socket hang up (ECONNRESET)',
  )
  expect(failureText({ name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' })).toBe(
    'read ECONNRESET',
  )
})
