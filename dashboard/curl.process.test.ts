import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { curlOf } from './curl.ts'

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('a purchase is repeated with its method, headers and body, and with the key from the environment', () => {
  const body = `{"partnerReference":"SHOP:it's","sku":"A"}`
  const headers = { Authorization: '[key]', 'X-Key': '[key]', Host: 'x', 'Content-Length': '9' }
  const request = { method: 'POST', target: '/orders', headers, body }
  const command = curlOf(request, 'http://localhost:1', DEFAULT_PROFILE.auth)
  expect(argumentsOf(command, { SERVICE_PARTNER_API_KEY: 'pk_test_mine' })).toEqual([
    ...['-i', '-X', 'POST', 'http://localhost:1/orders'],
    ...['-H', 'Authorization: Bearer pk_test_mine', '-H', 'X-Key: pk_test_mine', '--data-binary', body],
  ])
})

test.each(['$(touch /tmp/x) `id` $HOME', "';exit 1;'", '"\\n\t', '-o /tmp/x'])(
  'a shell passes %j on unchanged',
  (text) => {
    const request = { method: text, target: `/${text}`, headers: { [text]: text }, body: text }
    expect(argumentsOf(curlOf(request, 'http://localhost:1', DEFAULT_PROFILE.auth))).toEqual([
      ...['-i', '-X', text, `http://localhost:1/${text}`, '-H', `${text}: ${text}`, '--data-binary', text],
    ])
  },
)
