import { describe, expect, test } from 'vitest'
import { serve } from '../../serve.ts'
import { parseResponse, sendBytes } from '../requests/wire-request.fixture.ts'

/** A call to the mock's own surface from this machine, by a name that was made to resolve to it. */
async function statusFor(host: string, target = '/__mock/journal'): Promise<number> {
  const mock = await serve()
  const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  const { status } = parseResponse(await sendBytes(mock.url, Buffer.from(head)))
  await mock.close()
  return status
}

describe('a page whose name was rebound to this machine is refused: the Host', () => {
  test.each([
    'rebound.example',
    'rebound.example:4010',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    '127.0.0.1.nip.io',
    'localhost.',
    '0.0.0.0',
    '10.0.0.1:4010',
    '[2001:db8::1]',
    '192.0.2.1',
  ])('%s', async (host) => {
    expect(await statusFor(host)).toBe(403)
  })
})

test.each(['http://rebound.example', 'http://10.0.0.1:4010'])(
  'nor is one that says so in its target, %s, and calls itself localhost in its Host',
  async (origin) => {
    expect(await statusFor('localhost', `${origin}/__mock/journal`)).toBe(403)
  },
)

test.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.8.8.8:80', '[::1]:4010'])(
  'the Host %s is this machine',
  async (host) => {
    expect(await statusFor(host)).toBe(200)
  },
)
