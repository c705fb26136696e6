import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import {
  type Client,
  clientJournal,
  type Program,
  type Sending,
  withNearMiss,
} from '../testing/client-journal.fixture.ts'

const trialOf = (program: Program) => clientJournal('SCENARIO-AT-ONCE', program)
const judged = (id: ClientClauseId, program: Program) => findingOf(id, trialOf(program)).verdict
const ORDER = { partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' }

describe('exactly-two-fields', () => {
  const sending = (body: unknown, headers = {}) =>
    judged('exactly-two-fields', (client) => client.buy('SHOP:1', { body, headers }))

  test('is kept by exactly two fields, in either order', () => {
    expect(sending(ORDER)).toBe('kept')
    expect(sending({ sku: ORDER.sku, partnerReference: 'SHOP:1' })).toBe('kept')
    expect(sending(ORDER, { 'content-type': 'application/json; charset=utf-8' })).toBe('kept')
    expect(sending({ ...ORDER, partnerReference: 'SHOP:"1": \\"2":' })).toBe('kept')
  })

  test.each([
    [{ ...ORDER, note: null }],
    [{ sku: ORDER.sku }],
    [{ ...ORDER, sku: 7 }],
    [{ ...ORDER, sku: ' ' }],
    [[ORDER]],
    [{ order: ORDER }],
    ['sku=SCENARIO-AT-ONCE'],
    [''],
    [JSON.stringify(JSON.stringify(ORDER))],
    ['{"partnerReference":"SHOP:1","sku":"SCENARIO-AT-ONCE","sku":"SCENARIO-AT-ONCE"}'],
    ['{"partnerReference":"SHOP:2","sku":"SCENARIO-AT-ONCE","partnerReference":"SHOP:1"}'],
    ['{"sku":7,"partnerReference":"SHOP:1","s\\u006bu":"SCENARIO-AT-ONCE"}'],
  ])('is broken by %j', (body) => {
    expect(sending(body)).toBe('broken')
  })

  test.each(['/orders?quantity=5', '/orders?dryRun', '/orders?key=[key]&quantity=5'])(
    'is broken by a purchase that is sent to %s',
    (target) => {
      expect(judged('exactly-two-fields', (client) => client.call('POST', target, { body: ORDER }))).toBe(
        'broken',
      )
    },
  )

  test('is broken by a body without the media type of JSON', () => {
    expect(sending(ORDER, { 'content-type': 'text/plain' })).toBe('broken')
  })

  test('is not observed without a purchase, or if its body was not recorded', () => {
    expect(judged('exactly-two-fields', (client) => client.ping())).toBe('not-observed')
    const trial = trialOf((client) => client.buy('SHOP:1'))
    const exchanges = trial.exchanges.map((one) => ({ ...one, request: { ...one.request, body: null } }))
    expect(findingOf('exactly-two-fields', { ...trial, exchanges }).verdict).toBe('not-observed')
  })
})

describe('stable-reference', () => {
  const named = (reference: string) => judged('stable-reference', (client) => client.buy(reference))

  test.each(['SHOP:1', 'SHOP:2026:1', 'my-shop:order/7', 'LADEN:Größe', 'SHOP: 1', 'My shop:order 1'])(
    'is kept by %s',
    (reference) => {
      expect(named(reference)).toBe('kept')
    },
  )

  test.each(['1', 'SHOP:', 'SHOP: ', ':1', 'SHOP 1', '3f2c8c1e-7f0e-4a51-9a53-1f0c4d3b2a10'])(
    'is broken by %s',
    (reference) => {
      expect(named(reference)).toBe('broken')
    },
  )

  test('is broken by a lookup that misspells the reference', () => {
    const trial = trialOf((client) => [client.buy('SHOP:1'), client.lookUp('SHOP%3A1')])
    const differs = ['The reference is percent-encoded twice.']
    const near = withNearMiss(trial, 1, { differs, clause: 'stable-reference', gap: null })
    expect(findingOf('stable-reference', near)).toMatchObject({ verdict: 'broken', breaks: [1] })
  })

  test('is kept by a lookup of a reference that ends in a blank', () => {
    const trial = trialOf((client) => [client.buy('SHOP:1 '), client.lookUp('SHOP:1 ')])
    const differs = ['A blank stands after the reference.']
    const near = withNearMiss(trial, 1, { differs, clause: 'stable-reference', gap: null })
    expect(findingOf('stable-reference', near).verdict).toBe('kept')
  })

  test('is not observed without a purchase', () => {
    expect(judged('stable-reference', (client) => client.lookUp('1'))).toBe('not-observed')
  })
})

describe('documented-operations-only', () => {
  const calling = (method: string, target: string) =>
    judged('documented-operations-only', (client) => [client.ping(), client.call(method, target)])

  test.each([
    ['GET', '/balance', 'kept'],
    ['HEAD', '/elsewhere', 'kept'],
    ['OPTIONS', '/orders', 'kept'],
    ['GET', '/orders', 'broken'],
    ['POST', '/orders/SHOP:1/cancel', 'broken'],
    ['DELETE', '/orders/SHOP:1', 'broken'],
  ])('%s %s: %s', (method, target, verdict) => {
    expect(calling(method, target)).toBe(verdict)
  })

  test.each([
    ['GET', 'not-observed'],
    ['POST', 'broken'],
  ])('a call that resembles a lookup at another path, by %s: %s', (method, verdict) => {
    const trial = trialOf((client) => [client.ping(), client.call(method, '/purchases/SHOP:1')])
    expect(findingOf('documented-operations-only', withNearMiss(trial, 1))).toMatchObject({
      verdict,
      restsOn: ['lookup-operation'],
    })
  })

  test.each(['/v2/order-status?ref=SHOP%3A1', '/transactions/SHOP:1'])(
    'is not observed if a bought reference is looked up at %s, unless the client also uses the lookup of the profile',
    (target) => {
      const bought = (client: Client) => [client.buy('SHOP:1'), client.call('GET', target)]
      expect(findingOf('documented-operations-only', trialOf(bought))).toMatchObject({
        verdict: 'not-observed',
        message: expect.stringContaining('change lookup in the profile'),
      })
      const knowsBetter = (client: Client) => [client.lookUp('SHOP:1'), ...bought(client)]
      expect(judged('documented-operations-only', knowsBetter)).toBe('broken')
    },
  )

  test.each(['/__mock/journal?partnerReference=SHOP:1', '/__%6dock/journal?partnerReference=SHOP:1'])(
    "is broken by asking for a bought reference at the mock's own path %s",
    (target) => {
      const bought = (client: Client) => [client.buy('SHOP:1'), client.call('GET', target)]
      expect(judged('documented-operations-only', bought)).toBe('broken')
    },
  )

  test('suggests the documented operation that the call resembles', () => {
    const nearMiss = { operation: 'createOrder' as const, differs: ['The method is "GET".'], gap: null }
    const trial = withNearMiss(
      trialOf((client) => client.call('GET', '/orders')),
      0,
      nearMiss,
    )
    expect(findingOf('documented-operations-only', trial).message).toContain(
      'Did you mean POST /orders? The method is "GET".',
    )
  })

  test('is not observed if nothing was called', () => {
    expect(judged('documented-operations-only', () => undefined)).toBe('not-observed')
  })
})

describe('key-stays-on-server', () => {
  const judged = (method: string, target: string, sending: Sending = {}) => {
    const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.call(method, target, sending))
    return findingOf('key-stays-on-server', trial)
  }
  const headers = (more: Record<string, string>) => judged('GET', '/ping', { headers: more }).verdict

  test('is kept by the key in the header that the profile names', () => {
    expect(judged('GET', '/ping')).toMatchObject({ verdict: 'kept', restsOn: ['key-transport'] })
    // Any request shows that the key was sent, so the verdict does not depend on the lookup.
    expect(judged('GET', '/orders/SHOP:1').restsOn).toEqual(['key-transport'])
    expect(headers({ 'sec-fetch-mode': 'cors' })).toBe('kept')
    expect(headers({ 'proxy-authorization': '[key]' })).toBe('kept')
  })

  const OUT_OF_PLACE: readonly (readonly [string, string, Sending])[] = [
    ['GET', '/products/[key]/price', {}],
    ['GET', '/ping?key=[key]', {}],
    ['POST', '/orders', { body: { sku: '[key]', partnerReference: 'SHOP:1' } }],
    ...[{ 'x-api-key': '[key]' }, { cookie: '[key]' }, { 'user-agent': 'shop/[key]' }].map(
      (more) => ['GET', '/ping', { headers: more }] as const,
    ),
    // Headers that only a browser sends.
    ...[
      { origin: 'https://shop.example' },
      { referer: 'https://shop.example/' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-dest': 'empty' },
      { authorization: '', 'x-api-key': '[key]', origin: 'https://shop.example' },
    ].map((more) => ['GET', '/ping', { headers: more }] as const),
  ]

  test.each(OUT_OF_PLACE)(
    'is broken by the key in another place, or from a browser: %s %s %o',
    (method, target, sending) => {
      expect(judged(method, target, sending).verdict).toBe('broken')
    },
  )

  test('is broken by a browser that asks permission to send the key, but not by one without a key', () => {
    const asks = {
      origin: 'https://shop.example',
      authorization: '',
      'access-control-request-headers': 'authorization',
    }
    expect(judged('OPTIONS', '/orders', { headers: asks }).verdict).toBe('broken')
    expect(headers({ origin: 'https://shop.example', authorization: '' })).toBe('not-observed')
  })

  test.each([{ 'x-api-key': '[key]' }, { cookie: 'key=[key]' }])(
    'is not observed if the key is only in another header, where another profile may have it: %o',
    (more) => {
      expect(judged('GET', '/ping', { headers: { authorization: '', ...more } })).toMatchObject({
        verdict: 'not-observed',
        message: expect.stringContaining('change auth in the profile'),
      })
    },
  )

  test('follows the profile for the header of the key', () => {
    const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.ping())
    const profile = { ...DEFAULT_PROFILE, auth: { header: 'X-Partner-Key', format: '{key}' } }
    expect(findingOf('key-stays-on-server', trial, profile)).toMatchObject({
      verdict: 'not-observed',
      message: expect.stringContaining('X-Partner-Key'),
    })
  })

  test('is kept by a SKU that looks like a redacted key', () => {
    expect(judged('GET', '/products/KEY-25/price').verdict).toBe('kept')
  })

  test('is not observed without a request', () => {
    const silent = clientJournal('SCENARIO-AT-ONCE', () => 0)
    expect(findingOf('key-stays-on-server', silent).verdict).toBe('not-observed')
  })
})
