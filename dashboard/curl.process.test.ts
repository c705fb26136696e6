import { expect, test } from 'vitest'
import { exchange } from '../reporting/html/sample-reports.fixture.ts'
import { curlOf, MOCK_ADDRESS, shellText } from './curl.ts'
import { argumentsOf } from './run-curl.fixture.ts'

const request = (changed: object) => {
  const one = exchange(1)
  return { ...one, request: { ...one.request, ...changed } }
}

test('a purchase is sent again with its method, its headers and its body, and with a key of the environment', () => {
  const body = `{"partnerReference":"SHOP:it's","sku":"A"}`
  const headers = {
    Authorization: '[key]',
    'X-Key': '[key]',
    'Content-Type': 'application/json',
    Host: 'x',
    'Content-Length': '9',
  }
  const command = curlOf(
    request({ method: 'POST', target: '/orders', headers, body }),
    shellText('http://localhost:1'),
  )
  expect(argumentsOf(command, { SERVICE_PARTNER_API_KEY: 'pk_test_mine' })).toEqual([
    '-i',
    '-X',
    'POST',
    'http://localhost:1/orders',
    '-H',
    'Authorization: Bearer pk_test_mine',
    '-H',
    'X-Key: pk_test_mine',
    '-H',
    'Content-Type: application/json',
    '--data-binary',
    body,
  ])
})

test('a request of a certification goes to the mock at its usual address, or where the environment says', () => {
  const command = curlOf(request({ method: 'GET', target: '/ping', headers: {}, body: null }), MOCK_ADDRESS)
  expect(argumentsOf(command)).toEqual(['-i', 'http://127.0.0.1:4010/ping'])
  expect(argumentsOf(command, { SERVICE_BASE_URL: 'http://b' })).toEqual(['-i', 'http://b/ping'])
})

test.each(['$(touch /tmp/x) `id` $HOME', "';exit 1;'", '"\\n\t', '-o /tmp/x'])(
  'a shell takes %j as it is',
  (text) => {
    const command = curlOf(
      request({ method: text, target: `/${text}`, headers: { [text]: text }, body: text }),
      "''",
    )
    expect(argumentsOf(command)).toEqual([
      '-i',
      '-X',
      text,
      `/${text}`,
      '-H',
      `${text}: ${text}`,
      '--data-binary',
      text,
    ])
  },
)
