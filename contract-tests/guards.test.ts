import { describe, expect, test } from 'vitest'
import { edit, editSummary, type Middleware } from './mutants/middleware.ts'
import type { TargetOptions } from './run/target.ts'
import { reportInProcess } from './run-in-process.fixture.ts'

/** Runs the suite against a changed mock, and counts what arrives at it by operation. */
async function arrivalsAt(change: Middleware, options: Partial<TargetOptions> = {}) {
  const arrivals: string[] = []
  const counted: Middleware = (request, forward, operation) => {
    arrivals.push(operation ?? 'none')
    return change(request, forward, operation)
  }
  const { remarks, purchases } = await reportInProcess(options, counted)
  const count = (operation: string) => arrivals.filter((one) => one === operation).length
  return { count, sent: purchases?.sent, bounded: remarks.filter(({ id }) => id === 'polls-bounded') }
}

/** Sells for any request, also without a valid body. */
const sellsAnything: Middleware = async (request, forward, operation) =>
  operation === 'createOrder'
    ? Response.json({ data: { order: { order: { status: 'COMPLETED' } } } })
    : forward(request)

const saysNothing: Middleware = async (request, forward, operation) =>
  operation === 'createOrder' ? new Response(null, { status: 500 }) : forward(request)

const forgets: Middleware = async (request, forward, operation) =>
  operation === 'lookupOrder' ? new Response(null, { status: 404 }) : forward(request)

/** Sells, and loses every second answer. */
function losesAnswers(): Middleware {
  let answers = 0
  return async (request, forward, operation) => {
    const response = await forward(request)
    if (operation !== 'createOrder') return response
    answers += 1
    if (answers % 2 === 0) throw new Error('no answer')
    return response
  }
}

/** Servers against which a run has reason to send more. */
const GREEDY = [
  ['sells for anything', sellsAnything],
  ['says nothing', saysNothing],
  ['forgets its orders', forgets],
  ['loses every second answer', losesAnswers()],
] as const

describe('of a run,', () => {
  test('no body goes to POST /orders with a limit of 0', async () => {
    const { count, sent } = await arrivalsAt(sellsAnything, { maxPurchases: 0 })
    expect({ arrived: count('createOrder'), sent }).toEqual({ arrived: 0, sent: 0 })
  })

  test.each(['LIVE', 'test', undefined])('no body goes there after ping said the mode %j', async (mode) => {
    const change = edit('ping', () => ({ data: { status: 'ok', mode } }))
    const { count, sent } = await arrivalsAt(change)
    expect({ arrived: count('createOrder'), sent }).toEqual({ arrived: 0, sent: 0 })
  })

  test.each(GREEDY)(
    'of a server that %s, no more than the limit arrive, and each is counted',
    async (_, change) => {
      for (const most of [9, 1, 4, 15]) {
        const { count, sent } = await arrivalsAt(change, { maxPurchases: most })
        expect(count('createOrder')).toBe(sent)
        expect(sent).toBeLessThanOrEqual(most)
      }
    },
  )

  test('and with the default limit, all that arrive are counted', async () => {
    const { count, sent } = await arrivalsAt((request, forward) => forward(request))
    expect(count('createOrder')).toBe(sent)
  })
})

describe('an order that asks for no wait', () => {
  const asksFor = (pollAfterSeconds: number) =>
    editSummary((summary) => ({ ...summary, status: 'PROCESSING', pollAfterSeconds }))

  test.each([0, 1e-9])(
    'but for %s s is polled later than it asks, and the report says why',
    async (seconds) => {
      const profile = { limits: { settleSeconds: 1 } }
      const { bounded } = await arrivalsAt(asksFor(seconds), { profile })
      expect(bounded).toEqual([
        {
          id: 'polls-bounded',
          scenario: null,
          message: expect.stringContaining(`asked to be polled again after ${seconds} s`),
        },
      ])
    },
  )

  test('of 100 ms is polled as it asks, and nothing is said', async () => {
    const { bounded } = await arrivalsAt(asksFor(0.1), { profile: { limits: { settleSeconds: 1 } } })
    expect(bounded).toEqual([])
  })
})
