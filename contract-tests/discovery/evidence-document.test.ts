import { expect, test } from 'vitest'
import type { Discovery } from './discover.ts'
import { together } from './evidence-document.ts'
import type { Finding } from './findings.ts'
import { profileWith } from './found-profile.ts'
import { documentWith, learntOf } from './openapi/learnt.fixture.ts'

const document = learntOf({ 'api.yaml': { ...documentWith(), servers: [{ url: 'https://a.example/v1' }] } })

function discovered(...found: readonly Pick<Finding, 'key' | 'value' | 'provenance'>[]): Discovery {
  // Key and value of each come together.
  const findings = found.map((one) => ({ ...one, reason: 'Seen.', seen: [] }) as Finding)
  const ending = { kind: 'found' } as const
  return {
    ending,
    findings,
    misses: [],
    purchase: null,
    requests: 3,
    ...profileWith(document.profile, findings),
  }
}

const differences = (discovery: Discovery, baseUrl = 'https://test.example/v1') =>
  together(discovery, document, baseUrl).differences
const findingOf = (discovery: Discovery, wanted: Finding['key']) =>
  together(discovery, document).findings.filter(({ key }) => key === wanted)

test('what both say is no difference, whatever the case of a header', () => {
  const auth = { header: 'x-api-key', format: '{key}' }
  expect(differences(discovered({ key: 'auth', value: auth, provenance: 'observed' }))).toEqual([])
})

test('what the service shows replaces what the document says', () => {
  const discovery = discovered({ key: 'products.pointer', value: '/data/items', provenance: 'observed' })
  expect(differences(discovery)).toEqual([
    { key: 'products.pointer', document: '/data/products', service: '/data/items', taken: 'service' },
  ])
  expect(findingOf(discovery, 'products.pointer').map(({ value }) => value)).toEqual(['/data/items'])
})

test('what the service only makes likely does not replace what the document says for certain', () => {
  const discovery = discovered({ key: 'money.format', value: 'minor-units', provenance: 'assumed' })
  expect(discovery.profile.money.format).toBe('decimal-string')
  expect(differences(discovery)).toMatchObject([{ key: 'money.format', taken: 'document' }])
  expect(findingOf(discovery, 'money.format').map(({ source }) => source)).toEqual(['openapi'])
})

test('what the service shows, and the operator said otherwise, is shown with its reason, and replaces nothing', () => {
  const found = { key: 'requests', value: { charset: true, chunked: false } } as const
  const discovery = discovered({ ...found, provenance: 'observed' })
  const [finding] = discovery.findings as [Finding]
  const aside = { ...discovery, setAside: [{ finding, reason: 'The operator confirmed another one.' }] }
  expect(findingOf(aside, 'requests')).toEqual([finding])
})

test('a base address with another path is a difference, and another host is not', () => {
  expect(differences(discovered(), 'http://127.0.0.1:4010/v1')).toEqual([])
  expect(differences(discovered(), 'https://a.example')).toEqual([
    {
      key: 'base address',
      document: ['https://a.example/v1'],
      service: 'https://a.example',
      taken: 'service',
    },
  ])
})
