import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CENTS, DECIMALS } from './dialects.fixture.ts'
import { couldBuy, discovery } from './discovery-run.fixture.ts'

describe('a discovery that may buy', () => {
  test('finds every answer of a service in cents, despite misleading fields', async (context) => {
    const { profile, ending } = await discovery(CENTS, { allowPurchase: true }, context)
    expect(ending.kind).toBe('found')
    expect(profile).toMatchObject({
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
    expect(profile.provenance).toEqual({
      auth: 'observed',
      ping: 'observed',
      lookup: 'observed',
      products: 'observed',
      price: 'observed',
      balance: 'observed',
      'money.currency': 'observed',
      'states.success': 'observed',
      requests: 'observed',
      'errors.body': 'observed',
      'errors.unauthenticated': 'observed',
      'errors.notFound': 'observed',
      'errors.invalidBody': 'observed',
    })
  })

  test('finds which references and requests a service takes', async (context) => {
    const circumstances = {
      references: /^[\w:+-]{1,50}$/,
      refusesHeader: (headers: IncomingHttpHeaders) => headers['transfer-encoding'] === 'chunked',
    }
    const { profile, bought } = await discovery(DECIMALS, { allowPurchase: true, circumstances }, context)
    expect(profile).toMatchObject({
      references: { characters: 'A-Za-z0-9:_+-', longest: 50 },
      requests: { charset: true, chunked: false },
      provenance: { references: 'observed', requests: 'observed' },
    })
    expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
  })

  test('finds every answer of a service in decimals that names no currency next to a price', async (context) => {
    const { profile } = await discovery(DECIMALS, { allowPurchase: true }, context)
    expect(profile).toMatchObject({
      auth: { header: 'Authorization', format: 'Token {key}' },
      ping: { status: '/data/status', mode: '/data/environment/mode' },
      lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
      products: { pointer: '/data/list' },
      price: { amount: '/data/product/cost', currency: null },
      balance: { amount: '/data/funds', currency: '/data/unit' },
      money: { format: 'decimal-number', currency: 'CHF' },
      errors: { body: 'problem', unauthenticated: 401, notFound: 404, invalidBody: 422 },
    })
    expect(profile.provenance).toMatchObject({ price: 'observed', balance: 'observed', money: 'observed' })
  })

  test('buys the cheapest card whose price it read, once, and announces it', async (context) => {
    const { bought, events, purchase } = await discovery(DECIMALS, { allowPurchase: true }, context)
    expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(bought[0]?.body ?? '').sku).toBe('CARD-C')
    expect(purchase).toMatchObject({ sku: 'CARD-C', outcome: 'bought', status: 'ISSUED' })
    const announced = events.findIndex(
      (event) => event.kind === 'step' && event.text.includes('CARD-C for 7.25 CHF'),
    )
    const sent = events.findIndex((event) => event.kind === 'request' && event.how === 'the purchase')
    expect(announced).toBeGreaterThan(0)
    expect(announced).toBeLessThan(sent)
  })

  test('waits as long as a summary asks for, before each lookup', async (context) => {
    const circumstances = { processingMs: 4000 }
    const { server, profile } = await discovery(DECIMALS, { allowPurchase: true, circumstances }, context)
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

  test('follows the order by the identical body when no lookup is found, and buys only once', async (context) => {
    const nowhere = { ...DECIMALS, lookedUp: () => undefined }
    const circumstances = { processingMs: 6000 }
    const { bought, misses, profile } = await discovery(
      nowhere,
      { allowPurchase: true, circumstances },
      context,
    )
    expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
    expect(bought.length).toBeGreaterThan(2)
    expect(misses.map(({ key }) => key)).toEqual(['lookup'])
    expect(profile.states.success).toEqual(['ISSUED'])
    expect(profile.provenance.lookup).toBeUndefined()
  })

  test('finds an order whose answer was lost by the identical body', async (context) => {
    const circumstances = { lostAnswers: 2 }
    const { bought, printed, purchase, profile } = await discovery(
      CENTS,
      { allowPurchase: true, circumstances },
      context,
    )
    expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
    expect(bought).toHaveLength(5)
    expect(printed).toContain('does not mean that nothing was bought')
    expect(purchase?.outcome).toBe('bought')
    expect(profile.provenance.lookup).toBe('observed')
  })

  test('finds the order by the lookup when every answer of the purchase was lost', async (context) => {
    const circumstances = { lostAnswers: 9 }
    const { bought, purchase, profile } = await discovery(
      CENTS,
      { allowPurchase: true, circumstances },
      context,
    )
    expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
    expect(purchase).toMatchObject({ outcome: 'bought', status: 'ISSUED' })
    expect(profile.provenance.lookup).toBe('observed')
  })

  test('says that the outcome is not known when nothing shows it', async (context) => {
    const nowhere = { ...DECIMALS, lookedUp: () => undefined }
    const circumstances = { lostAnswers: 9 }
    const { purchase, printed, bought } = await discovery(
      nowhere,
      { allowPurchase: true, circumstances },
      context,
    )
    expect(purchase).toMatchObject({ outcome: 'unknown', status: null })
    expect(printed).toContain(`Ask the operator, by its reference ${purchase?.partnerReference}`)
    expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
  })

  test('treats a state whose name sounds like a failure as a failure', async (context) => {
    const { profile } = await discovery(CENTS, { allowPurchase: true, sku: 'SOLD-OUT-5' }, context)
    expect(profile.states).toEqual({ success: ['COMPLETED'], failure: ['REJECTED'] })
    expect(profile.provenance).toMatchObject({ 'states.failure': 'observed' })
  })

  test('buys nothing that is not in the catalogue', async (context) => {
    const { bought, printed, purchase } = await discovery(
      CENTS,
      { allowPurchase: true, sku: 'NO-CARD' },
      context,
    )
    expect({ bought, purchase }).toEqual({ bought: [], purchase: null })
    expect(printed).toContain('the card NO-CARD is not among the 4 of the catalogue')
  })

  test('says so when the purchase is refused', async (context) => {
    const poor = { ...CENTS, openingBalance: 10 }
    const { purchase, printed, bought } = await discovery(poor, { allowPurchase: true }, context)
    expect(purchase?.outcome).toBe('refused')
    expect(bought).toHaveLength(1)
    expect(printed).toContain('answered 420: the purchase was refused')
  })
})
