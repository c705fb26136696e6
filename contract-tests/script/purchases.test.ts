import { beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import type { SentRequest } from '../http/http-client.ts'
import { judgeServer } from '../mutants/judge-server.ts'
import { ALL_CONFORMING } from '../mutants/matrix.ts'
import { advancedPace } from '../run/pace.ts'
import { FAIR_WEATHER, PURCHASE_LIMIT, targetOf } from '../run/target.ts'
import { reportInProcess } from '../run-in-process.fixture.ts'
import { buyAsAPartner } from './as-a-partner.ts'
import { Budget } from './budget.ts'
import { Caller } from './caller.ts'
import { buyMeasured } from './measuring.ts'
import { buyFirst, seekStock } from './purchases.ts'

test.for([
  [[409, 409, 409, 200], 'D'],
  [[409, 409, 409, 409], undefined],
] as const)('cards are tried until one is sold, and at most four: %j', async ([statuses, sku]) => {
  const left: number[] = [...statuses]
  const dispatch = async ({ method }: SentRequest) => ({
    status: method === 'POST' ? (left.shift() ?? 500) : 200,
    headers: {},
    body: '{}',
  })
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_caller' })
  const network = { dispatch: (_: string, sent: SentRequest) => dispatch(sent), cut: async () => true }
  const caller = new Caller(target, { network, pace: advancedPace(manualClock(0)) })
  caller.book.others = ['B', 'C', 'D', 'E']
  const offer = { skus: [], prices: [], slow: 'A', otherSlow: 'A', other: 'A', followed: [], ordinary: 'A' }
  expect((await buyFirst(caller, offer))?.sku).toBe(sku)
  expect(left).toEqual([])
})

test.for([
  [PURCHASE_LIMIT, 6],
  [FAIR_WEATHER, 0],
] as const)(
  'of a limit of %i, %i references that look alike are looked up: one that is found has to be bought',
  async ([maxPurchases, expected]) => {
    const asked = new Set<string>()
    await reportInProcess(
      { maxPurchases, referencePrefix: 'SHOP', runId: 'run1234567' },
      (request, forward) => {
        const [, reference = ''] = /orders\/(.+)$/.exec(decodeURIComponent(request.url)) ?? []
        if (!reference.includes('run1234567')) asked.add(reference)
        return forward(request)
      },
    )
    // The first reference has a number in place of the id of its run.
    expect([...asked].filter((reference) => reference !== '')).toHaveLength(expected + 1)
  },
)

test('an order that asks for a long wait is looked up once more at the end', async () => {
  const server = ALL_CONFORMING.find(({ name }) => name === 'an order asks to be polled after 1,000 seconds')
  const { report } = await judgeServer(server as NonNullable<typeof server>)
  expect(report.remarks.map(({ id }) => id)).toContain('pace-unneeded')
})

test('the limit keeps as many purchases for the last lines as they send', async () => {
  const { history } = await judgeServer({ change: () => (request, forward) => forward(request) })
  const sent = history.entries.filter(({ exchange }) => exchange.operation === 'createOrder')
  const last = sent.length - sent.findIndex(({ key }) => key !== 'own')
  const budget = new Budget(PURCHASE_LIMIT, () => {})
  await budget.line('all that a run sends', FAIR_WEATHER, async () => {})
  while (budget.covers(last + 1)) {
    expect(budget.hasSpare).toBe(true)
    budget.spend(null)
  }
  expect(budget.hasSpare).toBe(false)
})

test.for([
  ['is looked up at once where no balance shows a purchase', [9, 9], 1],
  ['is not where one does', [9, 8], 0],
] as const)('a settled order that its own body says is PROCESSING %s', async ([, amounts, lookups]) => {
  const statuses = ['COMPLETED', 'PROCESSING']
  const left: number[] = [...amounts]
  const bodyOf = ({ method, target }: SentRequest) => {
    if (method === 'POST') return { order: { order: { status: statuses.shift(), pollAfterSeconds: 1 } } }
    if (!target.endsWith('/balance')) return { order: { status: 'COMPLETED' } }
    return { balance: { amount: `${left.length > 1 ? left.shift() : left[0]}.00`, currency: 'USD' } }
  }
  const dispatch = async (_: string, sent: SentRequest) => {
    return { status: 200, headers: {}, body: JSON.stringify({ data: bodyOf(sent) }) }
  }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_caller' })
  const caller = new Caller(target, {
    network: { dispatch, cut: async () => true },
    pace: advancedPace(manualClock(0)),
  })
  const order = { partnerReference: 'A', sku: 'CARD' }
  for (const title of ['bought', 'again']) await buyMeasured(caller, title, order)
  const asked = caller.entries.filter(({ exchange }) => exchange.operation === 'lookupOrder')
  expect(asked).toHaveLength(lookups)
})

const MONEY = { amount: '9.00', currency: 'USD' }
/** What each read of the reference client has in its answer. */
const READ = { status: 'ok', mode: 'TEST', products: [], price: MONEY, balance: MONEY }

test.for([
  ['is refused is bought again under another reference', 409, ['z-1', 'n-0']],
  ['is refused for how it is written is not', 415, ['z-1']],
] as const)('a card that the reference client buys and that %s', async ([, status, bought]) => {
  const labels: string[] = []
  const dispatch = async (_: string, { body }: SentRequest) => {
    const [label] = /[a-z]-\d/.exec(body?.split(':')[2] ?? '') ?? []
    if (label !== undefined) labels.push(label)
    return { status: label === 'z-1' ? status : 200, headers: {}, body: JSON.stringify({ data: READ }) }
  }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_caller' })
  const network = { dispatch, cut: async () => true }
  const caller = new Caller(target, { network, pace: advancedPace(manualClock(0)) })
  const fault = await buyAsAPartner(caller, 'CARD')
  await seekStock(caller)
  expect({ step: fault?.step, labels }).toEqual({ step: 'purchase', labels: bought })
})

/** What a service may take for the same, and how it writes it. */
const CONFUSIONS = [
  ['upper and lower case', (text: string) => text.toLowerCase()],
  ['a letter and its accented one', (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')],
] as const

/** The references of a run that may buy one card alone. */
let references: ReadonlySet<string>

beforeAll(async () => {
  const bought = new Set<string>()
  await reportInProcess({ sku: 'SCENARIO-AT-ONCE' }, async (request, forward) => {
    const order = await request
      .clone()
      .json()
      .catch(() => null)
    if (typeof order?.partnerReference === 'string') bought.add(order.partnerReference)
    return forward(request)
  })
  references = bought
})

test.each(CONFUSIONS)(
  'a run with one card alone buys under references that differ only by %s',
  (_, written) => {
    expect(new Set([...references].map(written)).size).toBeLessThan(references.size)
  },
)
