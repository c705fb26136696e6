import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { CENTS, DECIMALS } from './dialects.fixture.ts'
import { buying, couldBuy, discovery, isPing, KEY } from './discovery-run.fixture.ts'
import type { Dialect } from './independent-server.fixture.ts'
import { REQUEST_LIMITS } from './prober.ts'

const NOWHERE: Dialect = { ...DECIMALS, lookedUp: () => undefined }

test('a discovery that may not buy sends no body that could, and finds all but lookup, state and an unknown order', async (context) => {
  const { bought, purchase, profile, server } = await discovery(CENTS, {}, context)
  expect({ bought, purchase }).toEqual({ bought: [], purchase: null })
  expect(server.arrivals.filter(({ method }) => method === 'POST')).toHaveLength(2)
  const {
    lookup,
    states,
    'states.success': success,
    'errors.notFound': unknown,
    ...others
  } = profile.provenance
  expect({ lookup, states, success, unknown }).toEqual({})
  expect(Object.keys(others)).toHaveLength(9)
})

describe('a discovery that may buy finds', () => {
  test('every answer of a service in cents, despite misleading fields', async (context) => {
    const { profile, ending, server } = await buying(CENTS, {}, context)
    expect(ending.kind).toBe('found')
    // One request at a time, with a pause between them.
    expect(server.mostInFlight()).toBe(1)
    const gaps = server.arrivals.slice(1).map(({ at }, index) => at - (server.arrivals[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(REQUEST_LIMITS.pauseMs)
    const { provenance, ...answers } = profile
    expect(answers).toMatchObject({
      auth: { header: 'X-Partner-Key', format: '{key}' },
      ping: { status: '/data/service/status', mode: '/data/service/mode' },
      lookup: { method: 'GET', path: '/orders/by-reference/{partnerReference}' },
      products: { pointer: '/data/catalogue/items' },
      price: { amount: '/data/quote/unitPrice/value', currency: '/data/quote/unitPrice/currency' },
      balance: { amount: '/data/account/available/value', currency: '/data/account/available/currency' },
      money: { format: 'minor-units', currency: 'EUR' },
      states: { success: ['ISSUED'] },
      errors: { body: 'error-object', unauthenticated: 403, notFound: 410, invalidBody: 400 },
    })
    expect(new Set(Object.values(provenance))).toEqual(new Set(['observed']))
    expect(Object.keys(provenance).sort()).toEqual([
      ...['auth', 'balance', 'errors.body', 'errors.invalidBody', 'errors.notFound'],
      ...['errors.unauthenticated', 'lookup', 'money.currency', 'ping', 'price', 'products'],
      ...['requests', 'states.success'],
    ])
  })

  test('every answer of a service in decimals that names no currency next to a price', async (context) => {
    const { profile } = await buying(DECIMALS, {}, context)
    expect(profile).toMatchObject({
      auth: { header: 'Authorization', format: 'Token {key}' },
      ping: { status: '/data/status', mode: '/data/environment/mode' },
      lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
      products: { pointer: '/data/list' },
      price: { amount: '/data/product/cost', currency: null },
      balance: { amount: '/data/funds', currency: '/data/unit' },
      money: { format: 'decimal-number', currency: 'CHF' },
      errors: { body: 'problem', unauthenticated: 401, notFound: 404, invalidBody: 422 },
      provenance: { price: 'observed', balance: 'observed', money: 'observed' },
    })
  })

  test('which references and requests a service takes', async (context) => {
    const refusesHeader = (headers: IncomingHttpHeaders) => headers['transfer-encoding'] === 'chunked'
    const { profile } = await buying(DECIMALS, { references: /^[\w:+-]{1,50}$/, refusesHeader }, context)
    expect(profile).toMatchObject({
      references: { characters: 'A-Za-z0-9:_+-', longest: 50 },
      requests: { charset: true, chunked: false },
      provenance: { references: 'observed', requests: 'observed' },
    })
  })

  test('an order whose answer was lost by the identical body', async (context) => {
    const { bought, printed, purchase, profile } = await buying(CENTS, { lostAnswers: 2 }, context)
    expect(bought).toHaveLength(5)
    expect(printed).toContain('does not mean that nothing was bought')
    expect(purchase?.outcome).toBe('bought')
    expect(profile.provenance.lookup).toBe('observed')
  })

  test('the order by the lookup when every answer of the purchase was lost', async (context) => {
    const { purchase, profile } = await buying(CENTS, { lostAnswers: 9 }, context)
    expect(purchase).toMatchObject({ outcome: 'bought', status: 'ISSUED' })
    expect(profile.provenance.lookup).toBe('observed')
  })

  test('a failure in a state whose name sounds like one', async (context) => {
    const { profile } = await discovery(CENTS, { allowPurchase: true, sku: 'SOLD-OUT-5' }, context)
    expect(profile.states).toEqual({ success: ['COMPLETED'], failure: ['REJECTED'] })
    expect(profile.provenance).toMatchObject({ 'states.failure': 'observed' })
  })
})

describe('a discovery that may buy', () => {
  test('buys the cheapest card whose price it read, once, and announces it', async (context) => {
    const { bought, events, purchase } = await buying(DECIMALS, {}, context)
    expect(JSON.parse(bought[0]?.body ?? '').sku).toBe('CARD-C')
    expect(purchase).toMatchObject({ sku: 'CARD-C', outcome: 'bought', status: 'ISSUED' })
    const steps = events.map((event) => (event.kind === 'step' ? event.text : ''))
    const announced = steps.findIndex((text) => text.includes('CARD-C for 7.25 CHF'))
    const sent = events.findIndex((event) => event.kind === 'request' && event.how === 'the purchase')
    expect(announced).toBeGreaterThan(0)
    expect(announced).toBeLessThan(sent)
  })

  test('waits as long as a summary asks for, before each lookup', async (context) => {
    const { server, profile } = await buying(DECIMALS, { processingMs: 4000 }, context)
    const bought = server.arrivals.findIndex(couldBuy)
    const [first = 0, ...polls] = server.arrivals
      .slice(bought)
      .filter(({ target }) => !target.endsWith('never-sent'))
      .filter(({ target }, index) => index === 0 || target.includes('?reference='))
      .map(({ at }) => at)
    expect((server.arrivals[bought + 1]?.at ?? 0) - first).toBeGreaterThanOrEqual(500)
    const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0))
    expect(gaps.length).toBeGreaterThanOrEqual(2)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
    expect(profile.states.success).toEqual(['ISSUED'])
  })

  test('follows the order by the identical body when no lookup is found', async (context) => {
    const { bought, misses, profile } = await buying(NOWHERE, { processingMs: 6000 }, context)
    expect(bought.length).toBeGreaterThan(2)
    expect(misses.map(({ key }) => key)).toEqual(['lookup'])
    expect(profile.states.success).toEqual(['ISSUED'])
    expect(profile.provenance.lookup).toBeUndefined()
    // The status of an unknown order was not seen, and may differ from that of an unknown SKU.
    expect(profile.provenance['errors.notFound']).toBeUndefined()
  })

  test('says that the outcome is not known when nothing shows it', async (context) => {
    const { purchase, printed } = await buying(NOWHERE, { lostAnswers: 9 }, context)
    expect(purchase).toMatchObject({ outcome: 'unknown', status: null })
    expect(printed).toContain(`Ask the operator, by its reference ${purchase?.partnerReference}`)
  })

  test('buys nothing that is not in the catalogue', async (context) => {
    const given = { allowPurchase: true, sku: 'NO-CARD' }
    const { bought, printed, purchase } = await discovery(CENTS, given, context)
    expect({ bought, purchase }).toEqual({ bought: [], purchase: null })
    expect(printed).toContain('the card NO-CARD is not among the 4 of the catalogue')
  })

  test('says so when the purchase is refused', async (context) => {
    const { purchase, printed, bought } = await buying({ ...CENTS, openingBalance: 10 }, {}, context)
    expect(purchase?.outcome).toBe('refused')
    expect(bought).toHaveLength(1)
    expect(printed).toContain('answered 420: the purchase was refused')
  })
})

describe('a discovery is gentle with the service', () => {
  test.for([3, 12, 30])(
    'it sends no more than %i requests where that is the limit',
    async (most, context) => {
      const given = { allowPurchase: true, mostRequests: most, circumstances: { processingMs: 1e9 } }
      const { server, printed, requests } = await discovery(NOWHERE, given, context)
      expect(server.arrivals.length).toBeLessThanOrEqual(most)
      expect(requests).toBe(server.arrivals.length)
      expect(printed).toMatch(/requests that a discovery may send are spent|too few requests are left/)
    },
  )

  test('it follows an order no longer than the profile says', async (context) => {
    const profile = { limits: { settleSeconds: 5 } }
    const given = { allowPurchase: true, circumstances: { processingMs: 1e9 }, profile }
    const found = await discovery(DECIMALS, given, context)
    expect(found.clock.now() - manualClock().now()).toBeLessThan(15_000)
    expect(found.printed).toContain('still PROCESSING')
    expect(found.profile.provenance).toMatchObject({ lookup: 'observed' })
    expect(found.profile.provenance['states.success']).toBeUndefined()
  })
})

describe('a discovery stops', () => {
  test.for(['LIVE', 'test', ''])('where the mode is %j: nothing more is sent', async (mode, context) => {
    const { ending, purchase, server } = await buying(CENTS, { mode }, context)
    expect(ending).toMatchObject({ kind: 'not-test', message: expect.stringContaining('nothing was bought') })
    expect(purchase).toBeNull()
    expect(server.arrivals.every(isPing)).toBe(true)
  })

  test('where ping shows no mode', async (context) => {
    const silent = { ...CENTS, ping: () => ({ data: { status: 'ok' } }) }
    const { ending, server } = await buying(silent, {}, context)
    expect(ending).toMatchObject({ kind: 'not-test', message: expect.stringContaining('no mode below data') })
    expect(server.arrivals.every(isPing)).toBe(true)
  })

  test('where the key is never accepted, and names every way that it tried', async (context) => {
    const { ending, server, misses } = await buying(CENTS, { acceptsNoKey: true }, context)
    const message = ending.kind === 'no-access' ? ending.message : ''
    const ways = ['Bearer {key}', 'X-Api-Key: {key}', 'X-Partner-Key: {key} (403)', 'Token {key} (403)']
    expect(ways.filter((way) => !message.includes(way))).toEqual([])
    expect(server.arrivals).toHaveLength(10)
    expect(misses.map(({ key }) => key)).toEqual(['auth'])
  })

  test('where everything is served without a key', async (context) => {
    const { ending, server } = await buying({ ...CENTS, keyOf: () => 'pk_test_anyone' }, {}, context)
    const message = expect.stringContaining('Everything is served')
    expect(ending).toMatchObject({ kind: 'no-access', message })
    expect(server.arrivals).toHaveLength(3)
  })
})

test('where ping is public, the balance shows how the key is sent, and the output says so', async (context) => {
  const { profile, printed, server } = await buying(CENTS, { isPingPublic: true }, context)
  expect(profile.auth.header).toBe('X-Partner-Key')
  expect(profile.errors.unauthenticated).toBe(403)
  expect(printed).toContain(
    "GET /ping answered 200 without a key: served to anyone, it can't show which key is accepted",
  )
  expect(server.arrivals.filter(({ target }) => target.endsWith('/balance'))).not.toHaveLength(0)
})

test('where a caller without a key is not answered, the key shows how it is sent', async (context) => {
  const { profile } = await buying(CENTS, { closesWithoutKey: true }, context)
  expect(profile.auth.header).toBe('X-Partner-Key')
})

test('a service that closes every connection is not called one that accepts no key', async (context) => {
  const dialect = { ...CENTS, keyOf: () => undefined }
  const { ending, misses } = await buying(dialect, { closesWithoutKey: true }, context)
  const message = expect.stringContaining('the connection was closed before an answer came')
  expect({ ending, misses }).toEqual({ ending: { kind: 'unanswered', message }, misses: [] })
})

test('what the starting profile says is tried first', async (context) => {
  const auth = { header: 'X-Partner-Key', format: '{key}' }
  const profile = { auth, lookup: { path: '/orders/by-reference/{partnerReference}' } }
  const { server } = await discovery(CENTS, { allowPurchase: true, profile }, context)
  expect(server.arrivals[1]?.headers['x-partner-key']).toBe(KEY)
  const lookups = server.arrivals.filter(({ target }) => target.includes('KIT'))
  expect(lookups.every(({ target }) => target.includes('/orders/by-reference/'))).toBe(true)
})

test('a key that the service repeats in all its answers gets into no request and no finding', async (context) => {
  const items = (skus: readonly string[]) => [KEY, encodeURIComponent(KEY), ...skus].map((sku) => ({ sku }))
  const telling: Dialect = {
    ...CENTS,
    catalogue: (skus) => ({ data: { items: items(skus) } }),
    balance: (units) => ({ data: { [KEY]: { balance: units, currency: 'EUR' } } }),
    settled: () => `DONE-${Buffer.from(KEY).toString('base64')}`,
    lookup: (summary) => ({ data: { order: { ...summary, [KEY]: KEY } } }),
    refusal: (kind) => [CENTS.refusal(kind)[0], { error: { code: KEY, message: KEY }, [KEY]: KEY }],
  }
  const { server, printed, findings, misses, purchase, setAside } = await buying(telling, {}, context)
  const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64').slice(0, -4)]
  const sent = server.arrivals.map(({ target, body }) => target + body).join('\n')
  const everything = [printed, sent, JSON.stringify({ findings, misses, purchase, setAside })].join('\n')
  expect(forms.filter((form) => everything.includes(form))).toEqual([])
  expect(purchase?.outcome).toBe('bought')
  expect(misses.map(({ key }) => key)).toEqual(expect.arrayContaining(['balance.amount', 'states.success']))
})

// Of the model, its own test says the same.
test('the servers that prove it share no code with the kit, but the model of the service', () => {
  const files = ['independent-server.fixture.ts', 'dialects.fixture.ts']
  const sources = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
  const imported = [...sources.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
  const own = imported.filter((name) => !name.startsWith('node:') && !name.startsWith('../../testing/model/'))
  expect(own).toEqual(['./independent-server.fixture.ts'])
})
