import { expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { formsIn, wearerOf } from '../history/forms.ts'
import { advancedPace } from '../run/pace.ts'
import { FAIR_WEATHER, targetOf } from '../run/target.ts'
import { Caller, type Leaves } from './caller.ts'

/** A caller whose requests are answered with these statuses, one after another, and then with 200. */
function calling(statuses: readonly number[], maxPurchases = 32) {
  const left = [...statuses]
  const clock = manualClock(0)
  const dispatch = async () => ({ status: left.shift() ?? 200, headers: { 'retry-after': '7' }, body: '{}' })
  const target = targetOf({
    baseUrl: 'http://mock.invalid',
    apiKey: 'pk_test_caller',
    maxPurchases,
  })
  const caller = new Caller(target, {
    network: { dispatch, cut: async () => true },
    pace: advancedPace(clock),
  })
  return { caller, waitedSeconds: () => clock.now() / 1000 }
}

test.for([
  ['waits as long as it is asked to', [429], 200, 7],
  ['comes again after what is no answer', [500, 503], 200, 14],
  ['gives up after two more', [429, 429, 429], 429, 14],
  ['takes a refusal as it is', [404], 404, 0],
  ['takes a refusal of its key as it is', [401], 401, 0],
  ['comes again where its address is refused for a while', [403], 200, 7],
] as const)('a read %s', async ([, statuses, status, seconds]) => {
  const { caller, waitedSeconds } = calling(statuses)
  expect((await caller.ask({ operation: 'ping' })).status).toBe(status)
  expect(waitedSeconds()).toBe(seconds)
})

test('where no JSON is sent to who does not ask for it, every request asks for it from then on', async () => {
  const { caller } = calling([406])
  const { status } = await caller.ask({ operation: 'ping' })
  await caller.buy(ORDER)
  await caller.abandon({ ...ORDER, partnerReference: 'B' }, 0)
  const accepted = caller.entries.map(({ exchange }) => exchange.request.headers.Accept)
  expect({ status, accepted }).toEqual({
    status: 200,
    accepted: [undefined, ...Array.from({ length: 3 }, () => 'application/json')],
  })
})

const ORDER = { partnerReference: 'A', sku: 'CARD' }

test.for([
  ['once more, and counted', [500, 500], 32, 500, 2],
  ['never, where the rest of the limit is for what comes later', [500], FAIR_WEATHER, 500, 1],
  ['never, where the limit is reached', [], 0, undefined, 0],
] as const)('a purchase to which nothing is said is sent %s', async ([, statuses, limit, status, sent]) => {
  const { caller } = calling(statuses, limit)
  expect((await caller.buy(ORDER))?.status).toBe(status)
  expect(caller.budget.sent).toBe(sent)
  expect(caller.entries).toHaveLength(sent)
  expect([...caller.orders.values()]).toMatchObject(sent === 0 ? [] : [{ order: ORDER, isInDoubt: true }])
})

test('a client leaves when it says, or just before the answer of the quickest purchase', async () => {
  const clock = manualClock(0)
  const [takesMs, leftMs] = [[500, 200, 900], [] as number[]]
  const network = {
    dispatch: async () => {
      await undefined
      clock.advance(takesMs.shift() ?? 0)
      return { status: 200, headers: {}, body: '{}' }
    },
    cut: async (_: string, __: unknown, afterMs: number) => leftMs.push(afterMs) > 0,
  }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_caller' })
  const caller = new Caller(target, { network, pace: advancedPace(clock) })
  const leave = (leaves: Leaves) => caller.abandon({ partnerReference: 'LEFT', sku: 'CARD' }, leaves)
  await leave('before-answer')
  for (const partnerReference of ['A', 'B', 'C']) await caller.buy({ partnerReference, sku: 'CARD' })
  await leave('before-answer')
  await leave(1000)
  expect(leftMs).toEqual([30, expect.closeTo(160, 0), 1000])
})

test('what follows a refused purchase is plain, and what asks for one whose client went away', async () => {
  const { caller } = calling([200, 404])
  const buy = (partnerReference: string) => caller.buy({ partnerReference, sku: 'CARD' })
  for (const reference of ['A', 'REFUSED', 'NEXT', 'B']) await buy(reference)
  await caller.abandon({ partnerReference: 'LEFT', sku: 'CARD' }, 0)
  await buy('LEFT')
  for (const reference of ['A', 'A', 'B', 'LEFT']) await caller.lookUp(reference)
  const worn = caller.entries.map(({ exchange: { operation, request } }) =>
    formsIn(request, wearerOf(operation ?? '')),
  )
  expect(worn.map((forms) => (forms.length > 0 ? 'dressed' : 'plain'))).toEqual([
    ...['plain', 'dressed', 'plain', 'dressed'],
    ...['plain', 'plain'],
    ...['plain', 'plain', 'dressed', 'plain'],
  ])
})

test('a line that the limit does not cover is left out, whole', async () => {
  const { caller } = calling([], 1)
  const buyTwice = async () => [await caller.buy(ORDER), await caller.buy(ORDER)]
  expect(await caller.budget.line('two purchases', 2, buyTwice)).toBeUndefined()
  expect(caller.budget.sent).toBe(0)
})

test('purchases keep the distance that is asked for from the second refusal on, and at most two seconds', async () => {
  const { caller, waitedSeconds } = calling([429, 200, 429, 200])
  await caller.buy(ORDER)
  await caller.buy({ ...ORDER, partnerReference: 'B' })
  expect(waitedSeconds()).toBe(14)
  await caller.buy({ ...ORDER, partnerReference: 'C' })
  expect(waitedSeconds()).toBe(16)
})

test('a card that was never sold, or is refused twice after that, is out of stock', async () => {
  const { caller } = calling([404, 200, 404, 404])
  caller.book.others = ['NEXT', 'LAST']
  const buy = (partnerReference: string, sku: string) => caller.buy({ partnerReference, sku })
  await buy('A', 'CARD')
  expect(caller.book.inStock('CARD')).toBe('NEXT')
  await buy('B', 'NEXT')
  await buy('C', 'NEXT')
  expect(caller.book.inStock('CARD')).toBe('NEXT')
  await buy('D', 'NEXT')
  expect(caller.book.inStock('CARD')).toBe('LAST')
})
