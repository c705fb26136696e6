import { describe, expect, test } from 'vitest'
import { keyFromEnvironment, proxyFor } from './target-options.ts'

const PROXY = { HTTPS_PROXY: 'http://proxy.test:3128' }
const HOST = 'https://api.example.com'

describe('a target is reached by the proxy', () => {
  test.for([
    ['of https', HOST, PROXY],
    ['in small letters', HOST, { https_proxy: 'http://proxy.test:3128' }],
    [
      'in small letters where both stand',
      HOST,
      { ...PROXY, https_proxy: 'http://proxy.test:3128', HTTPS_PROXY: 'x' },
    ],
    ['of all schemes', HOST, { ALL_PROXY: 'http://proxy.test:3128' }],
    ['of its own scheme first', HOST, { ...PROXY, ALL_PROXY: 'socks5://other.test' }],
    ['without a scheme', HOST, { HTTPS_PROXY: 'proxy.test:3128' }],
    ['of http for plain http', 'http://api.example.com', { HTTP_PROXY: 'http://proxy.test:3128/' }],
    [
      'where another host is exempt',
      HOST,
      { ...PROXY, NO_PROXY: 'example.org, api.example.com:8443,10.0.0.0/8' },
    ],
    [
      'where its name only ends like an exempt one',
      'https://anexample.com',
      { ...PROXY, NO_PROXY: 'example.com' },
    ],
  ] as const)('%s', ([, url, environment]) => {
    expect(proxyFor(url, environment)).toEqual({ url: 'http://proxy.test:3128' })
  })
})

describe('a target is reached directly', () => {
  test.for([
    ['where no proxy is named', HOST, {}],
    ['where the proxy is named by nothing', HOST, { HTTPS_PROXY: ' ' }],
    ['where the proxy is that of http', HOST, { HTTP_PROXY: 'http://proxy.test:3128' }],
    ['where it is this machine', 'https://localhost:4010', PROXY],
    ['where everything is exempt', HOST, { ...PROXY, NO_PROXY: '*' }],
    ['where its host is exempt', HOST, { ...PROXY, NO_PROXY: 'localhost,API.example.com' }],
    ['where its domain is exempt', HOST, { ...PROXY, no_proxy: 'example.com' }],
    ['where its domain is exempt with a dot', HOST, { ...PROXY, NO_PROXY: '.example.com' }],
    ['where its domain is exempt with a star', HOST, { ...PROXY, NO_PROXY: '*.example.com' }],
    ['where its port is exempt', 'https://api.example.com:8443', { ...PROXY, NO_PROXY: 'example.com:8443' }],
    ['where its address is in an exempt block', 'https://10.1.2.3', { ...PROXY, NO_PROXY: '10.0.0.0/8' }],
    ['where its IPv6 address is exempt', 'https://[2001:db8::1]', { ...PROXY, NO_PROXY: '2001:db8::1' }],
  ] as const)('%s', ([, url, environment]) => {
    expect(proxyFor(url, environment)).toBeUndefined()
  })
})

test('the credentials of a proxy go into its header, and are in no address', () => {
  expect(proxyFor(HOST, { HTTPS_PROXY: 'http://us%40er:s%3Aecret@proxy.test' })).toEqual({
    url: 'http://proxy.test',
    authorization: `Basic ${Buffer.from('us@er:s:ecret').toString('base64')}`,
  })
})

test('what is no proxy of http is refused, and not quoted', () => {
  const found = () => proxyFor(HOST, { HTTPS_PROXY: 'socks5://user:s3cret@proxy.test' })
  expect(found).toThrow('HTTPS_PROXY: expected the address of a proxy over http or https')
  expect(found).not.toThrow('s3cret')
})

test.for([
  ['pk_test_', 'has nothing behind it'],
  ['pk_test_a b', 'holds characters that no key has'],
  ['sk_test_1', 'does not begin with it'],
])('the key %j is refused with what is wrong with it', ([key, words]) => {
  expect(() => keyFromEnvironment({ SERVICE_PARTNER_API_KEY: key })).toThrow(`and this one ${words}.`)
})
