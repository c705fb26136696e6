import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { CENTS, DECIMALS } from './dialects.fixture.ts'
import { buying, couldBuy, discovery, isPing, KEY } from './discovery-run.fixture.ts'
import type { Dialect } from './independent-server.fixture.ts'
import { PAUSE_MS } from './prober.ts'

const NOWHERE: Dialect = { ...DECIMALS, lookedUp: () => undefined }
const REFUSING: Dialect = { ...CENTS, keyOf: () => undefined }

test('a discovery that may not buy sends no purchase, and finds everything that needs none', async (context) => {
  const { bought, purchase, profile, server } = await discovery(CENTS, {}, context)
  expect({ bought, purchase }).toEqual({ bought: [], purchase: null })
  expect(server.arrivals.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(Object.keys(profile.provenance).sort()).toEqual([
    ...['auth', 'balance', 'errors.body', 'errors.invalidBody', 'errors.unauthenticated'],
    ...['money.currency', 'ping', 'price', 'products.pointer'],
  ])
})

describe('a discovery that may buy finds', () => {
  test('every answer of a service in cents, despite misleading fields', async (context) => {
    const { profile, failure, server, printed } = await buying(CENTS, {}, context)
    expect(failure).toBeNull()
    expect(printed).toContain('no status at data.order, so this is not the lookup')
    // Requests are sent one at a time, with a pause between them.
    expect(server.mostInFlight()).toBe(1)
    const gaps = server.arrivals.slice(1).map(({ at }, index) => at - (server.arrivals[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PAUSE_MS)
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
    // Whole amounts may or may not be cents, and ISSUED may or may not be a success, so both stay assumed.
    expect(Object.keys(provenance).sort()).toEqual([
      ...['auth', 'balance', 'errors.body', 'errors.invalidBody', 'errors.notFound'],
      ...['errors.unauthenticated', 'lookup', 'money.currency', 'ping', 'price', 'products.pointer'],
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
      provenance: { price: 'observed', balance: 'observed', 'money.format': 'observed' },
    })
  })

  test('every answer despite a byte-order mark, and remarks on it', async (context) => {
    const { profile, printed, requests } = await buying(CENTS, { isMarked: true }, context)
    expect(profile.provenance).toMatchObject({ lookup: 'observed', price: 'observed' })
    expect(printed).toContain(`${requests} answers began with a byte-order mark`)
  })

  test('an order whose answer was lost, by sending the identical body', async (context) => {
    const { bought, printed, purchase, profile } = await buying(CENTS, { lostAnswers: 2 }, context)
    expect(bought).toHaveLength(3)
    expect(printed).toContain('does not mean that nothing was bought')
    expect(purchase?.outcome).toBe('bought')
    expect(profile.provenance.lookup).toBe('observed')
  })

  test('an order whose answers were all lost, by its lookup', async (context) => {
    const { purchase, profile } = await buying(CENTS, { lostAnswers: 9 }, context)
    expect(purchase).toMatchObject({ outcome: 'bought', status: 'ISSUED' })
    expect(profile.provenance.lookup).toBe('observed')
  })

  test('a state of failure, by its name', async (context) => {
    const { profile } = await discovery(CENTS, { allowPurchase: true, sku: 'SOLD-OUT-5' }, context)
    expect(profile.states).toEqual({ success: ['COMPLETED'], failure: ['REJECTED'] })
  })

  test('a state that the starting profile lists, but does not change a confirmed list', async (context) => {
    const states = { success: ['SENT'], failure: ['GONE', 'ISSUED'] }
    const named = await discovery(CENTS, { allowPurchase: true, profile: { states } }, context)
    expect(named.profile).toMatchObject({ states, provenance: { 'states.failure': 'observed' } })
    const confirmed = { states: { success: ['SENT'] }, provenance: { states: 'confirmed' as const } }
    const kept = await discovery(CENTS, { allowPurchase: true, profile: confirmed }, context)
    expect(kept.printed).toContain('Not used: states.success is confirmed')
  })
})

test('a balance with a digit that its currency does not have is refused by name', async (context) => {
  const balance = (units: number) => ({ data: { funds: units + 0.001, unit: 'CHF' } })
  const { missed, printed } = await discovery({ ...DECIMALS, balance }, {}, context)
  expect(missed).toContain('money.format')
  expect(printed).toContain('1000.001, 12.5, 40, 7.25 CHF: a digit after the first 2 decimals matters.')
})

describe('a discovery that may buy', () => {
  test('buys the cheapest card whose price it read, once, and announces it', async (context) => {
    const { bought, events, purchase } = await buying(DECIMALS, {}, context)
    expect(bought).toHaveLength(1)
    expect(JSON.parse(bought[0]?.body ?? '').sku).toBe('CARD-C')
    expect(purchase).toMatchObject({ sku: 'CARD-C', outcome: 'bought', status: 'ISSUED' })
    const texts = events.map((event) => JSON.stringify(event))
    const announced = texts.findIndex((text) => text.includes('CARD-C for 7.25 CHF'))
    expect(announced).toBeGreaterThan(0)
    expect(announced).toBeLessThan(texts.findIndex((text) => text.includes('the purchase)')))
  })

  test('waits before each lookup as long as the summary asks', async (context) => {
    const { server, profile } = await buying(DECIMALS, { processingMs: 4000 }, context)
    const bought = server.arrivals.findIndex(couldBuy)
    const [first = 0, ...polls] = server.arrivals
      .slice(bought)
      .filter(({ target }) => !target.endsWith('never-sent'))
      .filter(({ target }, index) => index === 0 || target.includes('?reference='))
      .map(({ at }) => at)
    expect((server.arrivals[bought + 1]?.at ?? 0) - first).toBeGreaterThanOrEqual(1000)
    const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0))
    expect(gaps.length).toBeGreaterThanOrEqual(2)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
    expect(profile.states.success).toEqual(['ISSUED'])
  })

  test('no lookup that nests its summary as a purchase does, and says so', async (context) => {
    const nested: Dialect = { ...CENTS, lookup: (order) => ({ data: { order: { order } } }) }
    const { missed, printed } = await buying(nested, {}, context)
    expect(missed).toContain('lookup')
    expect(printed).toContain('It has its status at data.order.order, where a purchase has it')
  })

  test('follows the order by the identical body when no lookup is found', async (context) => {
    const { bought, missed, profile } = await buying(NOWHERE, { processingMs: 6000 }, context)
    expect(bought.length).toBeGreaterThan(2)
    expect(missed).toEqual(['lookup'])
    expect(profile.states.success).toEqual(['ISSUED'])
    expect(profile.provenance.lookup).toBeUndefined()
    // Without a lookup, the status of an unknown order was not seen.
    expect(profile.provenance['errors.notFound']).toBeUndefined()
  })

  test('stops polling an order that is no longer shown', async (context) => {
    let isRevoked = false
    const purchase: Dialect['purchase'] = (summary) => {
      isRevoked = true
      return DECIMALS.purchase(summary)
    }
    const keyOf: Dialect['keyOf'] = (headers) => (isRevoked ? undefined : DECIMALS.keyOf(headers))
    const { bought, printed } = await buying({ ...NOWHERE, purchase, keyOf }, {}, context)
    expect(bought).toHaveLength(2)
    expect(printed).toContain('no longer shown')
  })

  test('says that the outcome is unknown if no answer shows it', async (context) => {
    const { purchase, printed } = await buying(NOWHERE, { lostAnswers: 9 }, context)
    expect(purchase).toMatchObject({ outcome: 'unknown', status: null })
    expect(printed).toContain(`Ask the operator, by the reference ${purchase?.partnerReference}`)
  })

  test('buys no card that has no price', async (context) => {
    const given = { allowPurchase: true, sku: 'NO-CARD' }
    const { bought, printed, purchase } = await discovery(CENTS, given, context)
    expect({ bought, purchase }).toEqual({ bought: [], purchase: null })
    expect(printed).toContain('the price of NO-CARD was not served')
  })

  test('reports a refused purchase', async (context) => {
    const { purchase, printed, bought } = await buying({ ...CENTS, openingBalance: 10 }, {}, context)
    expect(purchase?.outcome).toBe('refused')
    expect(bought).toHaveLength(1)
    expect(printed).toContain('420 is errors.insufficientBalance')
  })

  test('uses the reference prefix that it is given', async (context) => {
    const given = { allowPurchase: true, referencePrefix: 'MYSHOP' }
    const { bought, purchase } = await discovery(CENTS, given, context)
    expect(JSON.parse(bought[0]?.body ?? '').partnerReference).toMatch(/^MYSHOP:\w+-discover$/)
    expect(purchase?.outcome).toBe('bought')
  })
})

test('an answer with several readings stays assumed, and the output names the other readings', async (context) => {
  const listOf = (skus: readonly string[]) => skus.map((sku) => ({ sku }))
  const ambiguous: Dialect = {
    ...CENTS,
    ping: { data: { mode: 'TEST', a: { status: 'ok' }, b: { status: 'ok' } } },
    catalogue: (skus) => ({ data: { one: listOf(skus), two: listOf(skus) } }),
    price: (_, units) => ({ data: { price: units, total: units + 5, currency: 'USD' } }),
    balance: (units) => ({ data: { balance: units, currency: 'EUR', otherCurrency: 'CHF' } }),
    refusal: (kind) => (kind === 'notFound' ? [404, 'No.'] : CENTS.refusal(kind)),
  }
  const { profile, printed, missed } = await discovery(ambiguous, {}, context)
  expect(profile).toMatchObject({
    ping: { status: '/data/a/status' },
    products: { pointer: '/data/one' },
    price: { amount: '/data/price' },
    balance: { currency: '/data/currency' },
    money: { format: 'minor-units', currency: 'EUR' },
  })
  const observed = ['auth', 'errors.invalidBody', 'errors.unauthenticated']
  expect(Object.keys(profile.provenance).sort()).toEqual(observed)
  for (const other of ['b/status', 'two', 'total', 'otherCurrency'])
    expect(printed).toContain(`and others at /data/${other}`)
  expect(printed).toContain('There are also USD')
  expect(missed).toEqual(['errors.body'])
})

test('a discovery that finds no amount buys nothing', async (context) => {
  const silent: Dialect = { ...CENTS, price: () => ({ data: {} }), balance: () => ({ data: {} }) }
  const { missed, printed, bought } = await buying(silent, {}, context)
  expect(missed).toEqual(['price', 'balance', 'money.currency', 'money.format'])
  expect(printed).toContain('Nothing was bought: no price could be read')
  expect(bought).toEqual([])
})

describe('a discovery is gentle with the service:', () => {
  test.for([3, 12, 30])('it sends no more than %i requests if that is the limit', async (most, context) => {
    const given = { allowPurchase: true, mostRequests: most, circumstances: { processingMs: 1e9 } }
    const { server, printed, requests, failure } = await discovery(NOWHERE, given, context)
    expect(server.arrivals).toHaveLength(most)
    expect(requests).toBe(most)
    expect(printed + failure?.message).toContain(`The limit of ${most} requests is reached`)
  })

  test('it asks a busy service once more, after Retry-After', async (context) => {
    const { server, failure, printed } = await discovery(CENTS, { circumstances: { busy: 1 } }, context)
    const [first, second] = server.arrivals
    expect([first?.target, (second?.at ?? 0) - (first?.at ?? 0)]).toEqual([second?.target, 7200])
    expect(printed).toContain('without a key once more, since the service was busy')
    expect(failure).toBeNull()
  })

  test('it gives up on a service that stays busy', async (context) => {
    const { server, failure } = await discovery(CENTS, { circumstances: { busy: 99 } }, context)
    expect(failure?.message).toContain('The service is too busy (429)')
    expect(server.arrivals).toHaveLength(2)
  })

  test('it polls an order no longer than the profile says', async (context) => {
    const profile = { limits: { settleSeconds: 5 } }
    const given = { allowPurchase: true, circumstances: { processingMs: 1e9 }, profile }
    const found = await discovery(DECIMALS, given, context)
    expect(found.clock.now() - manualClock().now()).toBeLessThan(15_000)
    expect(found.printed).toContain('still PROCESSING')
    expect(found.profile.provenance).toMatchObject({ lookup: 'observed' })
    expect(found.profile.provenance['states.success']).toBeUndefined()
  })
})

describe('a discovery stops,', () => {
  test.for<[string, object, string]>([
    ['the mode is LIVE', { status: 'ok', mode: 'LIVE' }, 'mode is "LIVE", not "TEST"'],
    ['the mode is in lower case', { status: 'ok', mode: 'test' }, 'mode is "test"'],
    ['the mode is not a text', { status: 'ok', mode: true }, 'no mode below data'],
    ['there is no mode', { status: 'ok' }, 'no mode below data'],
    ['the mode is in a list', { status: 'ok', modes: [{ mode: 'TEST' }] }, 'no mode below data'],
    ['a mode at a higher level contradicts it', { mode: 'LIVE', key: { mode: 'TEST' } }, 'mode is "LIVE"'],
    ['another mode contradicts it', { a: { mode: 'TEST' }, b: { mode: 'LIVE' } }, '"TEST" and "LIVE"'],
  ])('and sends nothing more, if %s', async ([, data, message], context) => {
    const { failure, purchase, server } = await buying({ ...CENTS, ping: { data } }, {}, context)
    expect(failure).toMatchObject({ outcome: 'incomplete', message: expect.stringContaining(message) })
    expect(purchase).toBeNull()
    expect(server.arrivals.every(isPing)).toBe(true)
  })

  test('if another mode contradicts the one that the starting profile points to', async (context) => {
    const ping = { data: { status: 'ok', mode: 'LIVE', key: { environment: 'TEST' } } }
    const profile = { ping: { mode: '/data/key/environment' } }
    const found = await discovery({ ...CENTS, ping }, { allowPurchase: true, profile }, context)
    expect(found.failure?.message).toContain('"TEST" and "LIVE"')
    expect(found.bought).toEqual([])
  })

  test('if the key is never accepted, and names every way that it tried', async (context) => {
    const { failure, server, missed } = await buying(REFUSING, {}, context)
    const ways = ['Bearer {key}', 'X-Api-Key: {key}', 'X-Partner-Key: {key} (403)', 'Token {key} (403)']
    expect(ways.filter((way) => !failure?.message.includes(way))).toEqual([])
    expect(server.arrivals).toHaveLength(10)
    expect(missed).toEqual(['auth'])
  })

  test('if everything is served without a key', async (context) => {
    const { failure, server } = await buying({ ...CENTS, keyOf: () => 'pk_test_anyone' }, {}, context)
    expect(failure).toMatchObject({
      outcome: 'incomplete',
      message: expect.stringContaining('Everything is served'),
    })
    expect(server.arrivals).toHaveLength(3)
  })

  test('if every connection is closed, and reports that instead of a refused key', async (context) => {
    const { failure, missed } = await buying(REFUSING, { closesWithoutKey: true }, context)
    const message = expect.stringContaining('the connection was closed before an answer came')
    expect(failure).toMatchObject({ outcome: 'unreachable', message })
    expect(missed).toEqual([])
  })
})

test('if ping needs no key, the balance shows how the key is sent, and the output says so', async (context) => {
  const { profile, printed, purchase } = await buying(CENTS, { isPingPublic: true }, context)
  expect(profile.auth.header).toBe('X-Partner-Key')
  expect(profile.errors.unauthenticated).toBe(403)
  expect(printed).toContain('GET /ping answered 200 to a caller without a key')
  expect(purchase?.outcome).toBe('bought')
})

test('the way of the key is found even if calls without a key get no answer', async (context) => {
  const { profile } = await buying(CENTS, { closesWithoutKey: true }, context)
  expect(profile.auth.header).toBe('X-Partner-Key')
})

test('the answers of the starting profile are tried first, even with unusual field names', async (context) => {
  const dialect = { ...CENTS, ping: { data: { health: 'ok', environment: 'TEST' } } }
  const profile = {
    auth: { header: 'X-Partner-Key', format: '{key}' },
    lookup: { path: '/orders/by-reference/{partnerReference}' },
    ping: { status: '/data/health', mode: '/data/environment' },
  }
  const { purchase, server } = await discovery(dialect, { allowPurchase: true, profile }, context)
  expect(purchase?.outcome).toBe('bought')
  expect(server.arrivals[1]?.headers['x-partner-key']).toBe(KEY)
  const lookups = server.arrivals.filter(({ target }) => target.includes('-discover'))
  expect(lookups.map(({ target }) => target.includes('/orders/by-reference/'))).toEqual([true, true])
})

test('a confirmed answer of the starting profile stays, and the output names the difference', async (context) => {
  const profile = { errors: { notFound: 404 }, provenance: { errors: 'confirmed' as const } }
  const found = await discovery(CENTS, { allowPurchase: true, profile }, context)
  expect(found.profile.errors.notFound).toBe(404)
  expect(found.profile.provenance).toMatchObject({ errors: 'confirmed', auth: 'observed' })
  expect(found.printed).toContain('Not used: errors.notFound is confirmed as 404.')
})

test('a key that the service repeats in its answers gets into no request and no finding', async (context) => {
  const items = (skus: readonly string[]) => [KEY, encodeURIComponent(KEY), ...skus].map((sku) => ({ sku }))
  const telling: Dialect = {
    ...CENTS,
    catalogue: (skus) => ({ data: { items: items(skus), [KEY]: items(skus.slice(1)) } }),
    balance: (units) => ({ data: { [KEY]: { balance: units, currency: 'EUR' } } }),
    settled: () => `DONE-${Buffer.from(KEY).toString('base64')}`,
    lookup: (summary) => ({ data: { order: { ...summary, [KEY]: KEY } } }),
    refusal: (kind) => [CENTS.refusal(kind)[0], { error: { code: KEY, message: KEY }, [KEY]: KEY }],
  }
  const { server, events, ...found } = await buying(telling, {}, context)
  const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64').slice(0, -4)]
  const sent = server.arrivals.map(({ target, body }) => target + body).join('\n')
  const everything = sent + JSON.stringify([events, found.profile, found.findings, found.purchase])
  expect(forms.filter((form) => everything.includes(form))).toEqual([])
  expect(found.purchase?.outcome).toBe('bought')
  expect(found.missed).toEqual(expect.arrayContaining(['balance', 'states.success']))
})

// The test of the model holds the same for the model.
test('the servers of these tests share no code with the kit except the model of the service', () => {
  const files = ['independent-server.fixture.ts', 'dialects.fixture.ts']
  const sources = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
  const imported = [...sources.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
  const own = imported.filter((name) => !name.startsWith('node:') && !name.startsWith('../../testing/model/'))
  expect(own).toEqual(['./independent-server.fixture.ts'])
})
