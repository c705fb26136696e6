import { expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import type { SentRequest } from '../http/http-client.ts'
import { advancedPace } from '../run/pace.ts'
import { targetOf } from '../run/target.ts'
import { Caller } from './caller.ts'
import { readOffer } from './offer.ts'

/** What a run would buy of these cards, by their prices; the first answers have an empty catalogue. */
async function offerOf(prices: Readonly<Record<string, number>>, emptyAnswers = 0) {
  let empty = emptyAnswers
  const asked: string[] = []
  const dataOf = ({ operation, target }: SentRequest) => {
    asked.push(target)
    if (operation === 'ping') return { status: 'ok', mode: 'TEST' }
    if (operation === 'getBalance') return { balance: { amount: '1000.00', currency: 'USD' } }
    const sku = decodeURIComponent(target.split('/')[2] ?? '')
    if (operation === 'getPrice') return { price: { amount: prices[sku]?.toFixed(2), currency: 'USD' } }
    empty -= 1
    return { products: empty >= 0 ? [] : Object.keys(prices).map((name) => ({ sku: name })) }
  }
  const dispatch = async (_: string, sent: SentRequest) => {
    return { status: 200, headers: {}, body: JSON.stringify({ data: dataOf(sent) }) }
  }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_offer' })
  const network = { dispatch, cut: async () => true }
  const offer = await readOffer(new Caller(target, { network, pace: advancedPace(manualClock(0)) }))
  return { offer, asked }
}

test('the price of every card is read where there are few, else of twelve, one with an escape among them', async () => {
  const pricesOf = async (skus: readonly string[]) => {
    const { asked } = await offerOf(Object.fromEntries(skus.map((sku) => [sku, 10])))
    return asked.filter((target) => target.endsWith('/price'))
  }
  const skus = Array.from({ length: 1000 }, (_, nth) => (nth === 20 ? 'CARD 20' : `CARD-${nth}`))
  expect(await pricesOf(skus.slice(0, 9))).toHaveLength(9)
  const asked = await pricesOf(skus)
  expect(asked).toHaveLength(12)
  expect(asked).toContain('/products/CARD%2020/price')
})

test('the cheapest card that costs anything is bought, and others beside it that are not much dearer', async () => {
  const { offer } = await offerOf({ FREE: 0, DEAR: 90, A: 10, B: 25, C: 15 })
  expect(offer).toMatchObject({ ordinary: 'A', slow: 'C', otherSlow: 'B', followed: ['C', 'B', 'A'] })
})

test.for([
  [1, 'A'],
  [2, undefined],
] as const)('a catalogue that is empty %i times is read twice', async ([times, ordinary]) => {
  const { offer, asked } = await offerOf({ A: 10 }, times)
  expect(typeof offer === 'object' ? offer.ordinary : undefined).toBe(ordinary)
  expect(asked.filter((target) => target === '/products')).toHaveLength(2)
})
