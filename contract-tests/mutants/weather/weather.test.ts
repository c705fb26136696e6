import { describe, expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { BROKEN_ORDERS } from '../broken-orders.ts'
import type { JudgedServer } from '../broken-server.ts'
import { CELLS } from '../cells/cells.ts'
import { PAIRS } from '../pairs.ts'
import { fetchChanged } from '../serve-changed.ts'
import { composed, FIVE_WEATHERS, WEATHER } from './weather.ts'

const AT_ONCE = 'SCENARIO-AT-ONCE'
const SLOW = 'SCENARIO-PROCESSING'
const FAILS = 'SCENARIO-FAILS'

/** A client of a server in this process. */
function callerOf(change: JudgedServer['change'], key = 'pk_test_weather') {
  const clock = manualClock()
  const serve = fetchChanged(change(clock), { clock })
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const send = (path: string, init: RequestInit = {}) =>
    serve(new Request(`http://mock.invalid${path}`, { headers, ...init }))
  const buy = (partnerReference: string, sku: string = AT_ONCE) =>
    send('/orders', { method: 'POST', body: JSON.stringify({ partnerReference, sku }) })
  const amount = async (path: string) =>
    Number(/"amount":"([\d.-]+)/.exec(await (await send(path)).text())?.[1])
  return {
    clock,
    send,
    buy,
    balance: () => amount('/balance'),
    price: () => amount(`/products/${AT_ONCE}/price`),
  }
}

function inWeather(
  name: string,
  inner: JudgedServer['change'] = () => (request, forward) => forward(request),
) {
  const found = WEATHER.find((weather) => weather.name === name)
  if (found === undefined) throw new Error(`There is no weather "${name}".`)
  return callerOf(composed(found.change, inner))
}

const brokenBy = (name: string) => [...CELLS, ...BROKEN_ORDERS].find((server) => server.name === name)?.change

describe('a blip', () => {
  test('strikes every 4th read, and no other call', async () => {
    const { send, buy } = inWeather('a 503 for every 4th read')
    const statuses: number[] = []
    for (let call = 0; call < 8; call += 1) {
      await buy(`SHOP:${call}`)
      statuses.push((await send('/ping')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 503, 200, 200, 200, 503])
  })

  test('closes the connection of one lookup alone', async () => {
    const { send } = inWeather('a closed connection for the first lookup alone')
    await expect(send('/orders/SHOP:1')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect((await send('/orders/SHOP:1')).status).toBe(404)
  })

  test('asks for a pause with a 429', async () => {
    const answer = await inWeather('a 429 for the first read alone').send('/ping')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '1'])
  })

  test('strikes one read in ten, the same ones in each run, and never one twice in a row', async () => {
    const run = async () => {
      const { send } = inWeather('a 502 for one read in ten')
      const answers: boolean[] = []
      for (let call = 0; call < 300; call += 1) answers.push((await send('/ping')).ok)
      return answers
    }
    const answers = await run()
    expect(answers).toEqual(await run())
    expect(answers.some((ok, call) => !ok && answers[call + 1] === false)).toBe(false)
    const lost = answers.filter((ok) => !ok).length
    expect(lost).toBeGreaterThan(15)
    expect(lost).toBeLessThan(45)
  })

  test('loses a purchase before it is made, and then another one', async () => {
    const { send, buy, balance } = inWeather('a 504 for every 4th purchase not yet recorded')
    for (const nth of [1, 1, 1, 2, 3]) expect((await buy(`SHOP:${nth}`)).status).toBe(200)
    expect((await buy('SHOP:4')).status).toBe(504)
    expect((await send('/orders/SHOP:4')).status).toBe(404)
    expect(await balance()).toBe(4925)
    expect((await buy('SHOP:4')).status).toBe(200)
  })

  test('loses only the answer to a purchase that is made', async () => {
    const { send, buy, balance } = inWeather('a 504 for the first recorded purchase alone')
    expect((await buy('SHOP:1')).status).toBe(504)
    expect((await send('/orders/SHOP:1')).status).toBe(200)
    expect((await buy('SHOP:1')).status).toBe(200)
    expect(await balance()).toBe(4975)
  })
})

describe('an order', () => {
  test('is found 0.3 s after its purchase', async () => {
    const { clock, send, buy } = inWeather('a lookup finds an order after 0.3 s')
    await buy('SHOP:1')
    clock.advance(299)
    expect((await send('/orders/SHOP:1')).status).toBe(404)
    clock.advance(1)
    expect((await send('/orders/SHOP:1')).status).toBe(200)
  })

  test.each([
    ['empty data', {}],
    ['order null', { order: null }],
  ])('that is unknown is a 200 with %s', async (name, data) => {
    const answer = await inWeather(`an unknown order is a 200 with ${name}`).send('/orders/SHOP:1')
    expect([answer.status, await answer.json()]).toEqual([200, { data }])
  })

  test('is ACCEPTED, then PROCESSING, then COMPLETED', async () => {
    const { clock, send, buy } = inWeather('an order is ACCEPTED for 1 s before it is PROCESSING')
    expect(await (await buy('SHOP:1', SLOW)).json()).toEqual({
      data: { order: { order: { status: 'ACCEPTED' } } },
    })
    const seen: unknown[] = []
    for (const milliseconds of [999, 1, 1000]) {
      clock.advance(milliseconds)
      seen.push((await (await send('/orders/SHOP:1')).json()).data.order.status)
    }
    expect(seen).toEqual(['ACCEPTED', 'PROCESSING', 'COMPLETED'])
  })
})

describe('the balance', () => {
  test('shows a debit 0.5 s later', async () => {
    const { clock, buy, balance } = inWeather('the balance is 0.5 s old')
    await buy('SHOP:1')
    clock.advance(499)
    expect(await balance()).toBe(5000)
    clock.advance(1)
    expect(await balance()).toBe(4975)
  })

  test('differs between two replicas', async () => {
    const { clock, buy, balance } = inWeather('the balance is 2 s old in one of two replicas')
    await buy('SHOP:1')
    expect([await balance(), await balance(), await balance()]).toEqual([5000, 4975, 5000])
    clock.advance(2000)
    expect([await balance(), await balance()]).toEqual([4975, 4975])
  })

  test.each([
    ['an order is debited at its settlement', [5000, 5000, 4975, 4975]],
    ['an order is debited 1 s after its settlement', [5000, 5000, 5000, 4975]],
    ['a hold is released at settlement, and debited 1 s later', [4975, 4975, 5000, 4975]],
  ])('each second: %s', async (name, each) => {
    const { clock, buy, balance } = inWeather(name)
    await buy('SHOP:1', SLOW)
    const seen = [await balance()]
    for (let second = 1; second <= 3; second += 1) {
      clock.advance(1000)
      seen.push(await balance())
    }
    expect(seen).toEqual(each)
  })

  test('falls by the price that was read, whatever the weather does to prices', async () => {
    const { buy, balance, price } = inWeather('each purchase moves the price by up to 5 %')
    const prices = new Set<number>()
    for (let nth = 1; nth <= 9; nth += 1) {
      const [before, asked] = [await balance(), await price()]
      await buy(`SHOP:${nth}`)
      expect(before - (await balance())).toBeCloseTo(asked)
      prices.add(asked)
    }
    expect(prices.size).toBe(9)
  })

  test('falls by the fee, too, for each card that is charged', async () => {
    const again = brokenBy('takes the money again, same answer: its replay')
    const { buy, balance } = inWeather('a purchase costs 0.50 more than its price', again)
    await Promise.all([buy('SHOP:1'), buy('SHOP:2')])
    expect(await balance()).toBe(4949)
    await buy('SHOP:1')
    expect(await balance()).toBe(4923.5)
  })

  test('falls while another caller buys', async () => {
    const { clock, send, balance } = inWeather('another caller buys a card every 0.3 s')
    const before = await balance()
    clock.advance(900)
    expect(before - (await balance())).toBe(75)
    const byCalls = inWeather('another caller buys a card at every 10th call')
    const opening = await byCalls.balance()
    for (let call = 2; call <= 9; call += 1) await byCalls.send('/ping')
    expect(opening - (await byCalls.balance())).toBe(25)
    expect((await send('/ping')).status).toBe(200)
  })

  test('rises once when it is topped up', async () => {
    const { send, balance } = inWeather('the balance is topped up once, by a card')
    const before = await balance()
    for (let call = 2; call <= 30; call += 1) await send('/ping')
    expect((await balance()) - before).toBe(25)
  })

  const undisturbed = /^(the balance is .* old|an order is debited|a hold|each purchase|a purchase)/
  test.each(
    sampleOf(
      WEATHER.filter(({ name }) => undisturbed.test(name)),
      3,
    ),
  )('is whole again when an order has failed: $name', async ({ name }) => {
    const { clock, buy, balance } = inWeather(name)
    await buy('SHOP:1')
    clock.advance(5000)
    // A hold may be released, and debited again, only once this was seen.
    await balance()
    clock.advance(5000)
    const before = await balance()
    await buy('SHOP:2', FAILS)
    clock.advance(5000)
    await balance()
    clock.advance(5000)
    expect(await balance()).toBe(before)
  })
})

test.each(sampleOf(WEATHER))('a wrong key is served nothing: $name', async ({ name, change }) => {
  const stranger = callerOf(change, 'sk_live_stranger')
  for (let call = 0; call < 4; call += 1)
    for (const path of ['/ping', '/products', `/products/${AT_ONCE}/price`, '/balance', '/orders/SHOP:1'])
      expect((await stranger.send(path).catch(() => undefined))?.ok ?? false, `${name} ${path}`).toBe(false)
  expect((await stranger.buy('SHOP:1').catch(() => undefined))?.ok ?? false).toBe(false)
})

test('only another caller hides something for good', () => {
  const hidden = WEATHER.filter(({ endsKept }) => !endsKept).map(({ name }) => name)
  expect(hidden.every((name) => name.startsWith('another caller'))).toBe(true)
  expect(hidden).toHaveLength(3)
})

test('the names of weathers and pairs are unique', () => {
  for (const servers of [WEATHER, FIVE_WEATHERS, PAIRS])
    expect(new Set(servers.map(({ name }) => name)).size).toBe(servers.length)
})

test('38 pairs break every clause, each pair two of them', () => {
  expect(PAIRS).toHaveLength(38)
  expect(PAIRS.filter(({ breaks: [one, other] }) => one === other)).toEqual([])
  expect(new Set(PAIRS.flatMap(({ breaks }) => breaks))).toEqual(new Set(Object.keys(SERVER_CLAUSES)))
})
