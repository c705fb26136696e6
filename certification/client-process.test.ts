import { expect, test } from 'vitest'
import { clientEnvironment } from './client-process.ts'

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
