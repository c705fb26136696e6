import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import type { PartialProfile } from '../../contract/profile/parse-profile.ts'
import { CENTS, DECIMALS } from './dialects.fixture.ts'
import { discovery, isPing, KEY } from './discovery-run.fixture.ts'
import type { Dialect } from './independent-server.fixture.ts'
import { REQUEST_LIMITS } from './prober.ts'

describe('a discovery that may not buy', () => {
  test('sends no body that could, and finds all but lookup and state', async (context) => {
    const { bought, purchase, profile, server } = await discovery(CENTS, {}, context)
    expect({ bought, purchase }).toEqual({ bought: [], purchase: null })
    expect(server.arrivals.filter(({ method }) => method === 'POST')).toHaveLength(2)
    const { lookup, states, 'states.success': success, ...others } = profile.provenance
    expect({ lookup, states, success }).toEqual({})
    expect(Object.keys(others)).toHaveLength(10)
  })
})

describe('a discovery is gentle with the service', () => {
  test('it sends one request at a time, with a pause between them', async (context) => {
    const { server } = await discovery(CENTS, { allowPurchase: true }, context)
    expect(server.mostInFlight()).toBe(1)
    const gaps = server.arrivals.slice(1).map(({ at }, index) => at - (server.arrivals[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(REQUEST_LIMITS.pauseMs)
  })

  test.for([3, 12, 30])(
    'it sends no more than %i requests where that is the limit',
    async (mostRequests, context) => {
      const nowhere = { ...DECIMALS, lookedUp: () => undefined }
      const given = { allowPurchase: true, mostRequests, circumstances: { processingMs: 1e9 } }
      const { server, printed, requests } = await discovery(nowhere, given, context)
      expect(server.arrivals.length).toBeLessThanOrEqual(mostRequests)
      expect(requests).toBe(server.arrivals.length)
      expect(printed).toMatch(/requests that a discovery may send are spent|too few requests are left/)
    },
  )

  test('it follows an order no longer than the profile says', async (context) => {
    const given = {
      allowPurchase: true,
      circumstances: { processingMs: 1e9 },
      profile: { limits: { settleSeconds: 5 } },
    }
    const { clock, profile, printed } = await discovery(DECIMALS, given, context)
    expect(clock.now() - manualClock().now()).toBeLessThan(15_000)
    expect(printed).toContain('still PROCESSING')
    expect(profile.provenance).toMatchObject({ lookup: 'observed' })
    expect(profile.provenance['states.success']).toBeUndefined()
  })
})

describe('a discovery stops', () => {
  test.for(['LIVE', 'test', ''])('where the mode is %j: nothing more is sent', async (mode, context) => {
    const given = { allowPurchase: true, circumstances: { mode } }
    const { ending, purchase, server } = await discovery(CENTS, given, context)
    expect(ending).toMatchObject({ kind: 'not-test', message: expect.stringContaining('nothing was bought') })
    expect(purchase).toBeNull()
    expect(server.arrivals.every(isPing)).toBe(true)
  })

  test('where ping shows no mode', async (context) => {
    const silent = { ...CENTS, ping: () => ({ data: { status: 'ok' } }) }
    const { ending, server } = await discovery(silent, { allowPurchase: true }, context)
    expect(ending).toMatchObject({ kind: 'not-test', message: expect.stringContaining('no mode below data') })
    expect(server.arrivals.every(isPing)).toBe(true)
  })

  test('where the key is never accepted, and names every way that it tried', async (context) => {
    const { ending, server, misses } = await discovery(
      CENTS,
      { circumstances: { acceptsNoKey: true } },
      context,
    )
    expect(ending).toMatchObject({ kind: 'no-access' })
    const message = ending.kind === 'found' ? '' : ending.message
    const ways = [
      'Bearer {key}',
      'X-Api-Key: {key}',
      'X-Partner-Key: {key} (403)',
      'Authorization: Token {key} (403)',
    ]
    expect(ways.filter((way) => !message.includes(way))).toEqual([])
    expect(server.arrivals).toHaveLength(10)
    expect(misses.map(({ key }) => key)).toEqual(['auth'])
  })

  test('where everything is served without a key', async (context) => {
    const open = { ...CENTS, keyOf: () => 'pk_test_anyone' }
    const { ending, server } = await discovery(open, {}, context)
    expect(ending).toMatchObject({
      kind: 'no-access',
      message: expect.stringContaining('Everything is served'),
    })
    expect(server.arrivals).toHaveLength(3)
  })
})

test('where ping is public, the balance shows how the key is sent, and the output says so', async (context) => {
  const { profile, printed, server } = await discovery(
    CENTS,
    { circumstances: { isPingPublic: true } },
    context,
  )
  expect(profile.auth.header).toBe('X-Partner-Key')
  expect(profile.errors.unauthenticated).toBe(403)
  expect(printed).toContain(
    "GET /ping answered 200 without a key: served to anyone, it can't show which key is accepted",
  )
  expect(server.arrivals.filter(({ target }) => target.endsWith('/balance'))).not.toHaveLength(0)
})

test('what the starting profile says is tried first', async (context) => {
  const profile: PartialProfile = {
    auth: { header: 'X-Partner-Key', format: '{key}' },
    lookup: { path: '/orders/by-reference/{partnerReference}' },
  }
  const { server } = await discovery(CENTS, { allowPurchase: true, profile }, context)
  expect(server.arrivals[1]?.headers['x-partner-key']).toBe(KEY)
  const lookups = server.arrivals.filter(({ target }) => target.includes('KIT'))
  expect(lookups.every(({ target }) => target.includes('/orders/by-reference/'))).toBe(true)
})

test('a key that the service repeats in all its answers gets into no request and no finding', async (context) => {
  const telling: Dialect = {
    ...CENTS,
    catalogue: (skus) => ({
      data: { items: [KEY, encodeURIComponent(KEY), ...skus].map((sku) => ({ sku })) },
    }),
    balance: (units) => ({ data: { [KEY]: { balance: units, currency: 'EUR' } } }),
    settled: () => `DONE-${Buffer.from(KEY).toString('base64')}`,
    lookup: (summary) => ({ data: { order: { ...summary, [KEY]: KEY } } }),
    refusal: (kind) => {
      const [status] = CENTS.refusal(kind)
      return [status, { error: { code: KEY, message: KEY }, [KEY]: KEY }]
    },
  }
  const { server, printed, findings, misses, purchase, setAside } = await discovery(
    telling,
    { allowPurchase: true },
    context,
  )
  const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64').slice(0, -4)]
  const sent = server.arrivals.map(({ target, body }) => target + body).join('\n')
  const everything = [printed, sent, JSON.stringify({ findings, misses, purchase, setAside })].join('\n')
  expect(forms.filter((form) => everything.includes(form))).toEqual([])
  expect(purchase?.outcome).toBe('bought')
  expect(misses.map(({ key }) => key)).toEqual(expect.arrayContaining(['balance.amount', 'states.success']))
})

test('the servers that prove it share no code with the kit', () => {
  const files = ['independent-server.fixture.ts', 'dialects.fixture.ts']
  const sources = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
  const imported = [...sources.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual(['./independent-server.fixture.ts'])
})
