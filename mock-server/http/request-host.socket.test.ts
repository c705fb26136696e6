import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../serve.ts'
import { newKey } from '../testing/behaviour/sandbox.fixture.ts'
import { exchangeOverWire } from '../testing/requests/wire-request.fixture.ts'
import { hostCheck } from './request-head.ts'

const HOSTS = `localhost LOCALHOST:4010 localhost:80 mock_1.internal:4010 127.0.0.1:1 [::1]:4010
  xn--bcher-kva.example`.split(/\s+/)
const NO_HOSTS = [
  ...String.raw`127.1 127.0.0.01 0x7f.1 2130706433 999.999.999.999 localhost:99999 localhost: localhost:080
    :4010 local%68ost me@localhost localhost/ localhost# localhost\ [::1 [0:0::1]`.split(/\s+/),
  'b\xfccher.example',
  'localhost, localhost',
]
/** Requests that the server parses in different ways. */
const TARGETS = ['/ping', '/ping?x=1', '/./ping', 'http://localhost/ping']

const mock = await serve()
afterAll(() => mock.close())

async function statusesFor(host: string): Promise<ReadonlySet<number>> {
  const key = newKey()
  const answers = TARGETS.map((target) =>
    exchangeOverWire(mock.url, { method: 'GET', target, headers: { Host: host }, body: '' }, key),
  )
  return new Set((await Promise.all(answers)).map(({ status }) => status))
}

describe('for every kind of request', () => {
  test.each(HOSTS)('the Host %s is one', async (host) => {
    expect(await statusesFor(host)).toEqual(new Set([200]))
  })

  test.each(NO_HOSTS)('the Host %s is not one', async (host) => {
    expect(await statusesFor(host)).toEqual(new Set([400]))
  })
})

test.each([
  ['http://localhost/ping', true],
  ['http://elsewhere.example:81/ping?x=\\', true],
  ['http://me@localhost/ping', false],
  ['http://127.1/ping', false],
  ['http:///ping', false],
  ['http://localhost\\ping', false],
  ['ftp://localhost/ping', false],
  ['*', false],
  ['ping', false],
  ['/ping\\', false],
])('a request for %s is for a host: %s', (url, expected) => {
  expect(hostCheck()({ url, headers: { host: 'localhost' } })).toBe(expected)
})
