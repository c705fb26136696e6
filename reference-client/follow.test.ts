import { expect, test } from 'vitest'
import type { Client, FollowOptions } from './client.ts'
import type { OrderSummary } from './summary.ts'
import {
  collect,
  createManualClock,
  cut,
  found,
  hang,
  json,
  LOOKUP,
  leaving,
  notFound,
  rejectionOf,
  reset,
  stage,
  text,
} from './testing/client-under-test.fixture.ts'

const PROCESSING: OrderSummary = {
  status: 'PROCESSING',
  pollAfterSeconds: 3,
  settled: false,
  outcome: 'processing',
}

async function statuses(client: Client, options?: FollowOptions): Promise<string[]> {
  return (await collect(client.follow('SHOP:1', options))).map(({ status }) => status)
}

test('each lookup waits for the latest pollAfterSeconds, to the millisecond', async () => {
  const { client, service } = stage({
    [LOOKUP]: [found('PROCESSING', 0.25), found('PROCESSING', 7), found('COMPLETED')],
  })
  expect(await statuses(client, { from: PROCESSING })).toEqual(['PROCESSING', 'PROCESSING', 'COMPLETED'])
  expect(service.seen.map(({ at }) => at)).toEqual([3000, 3250, 10_250])
})

test.each([0, 1e-9, 0.05])(
  'an order that asks for a wait of %s s is polled every 100 ms',
  async (seconds) => {
    const { client, service } = stage({
      [LOOKUP]: [found('PROCESSING', seconds), found('PROCESSING', seconds), found('COMPLETED')],
    })
    await statuses(client)
    expect(service.seen.map(({ at }) => at)).toEqual([0, 100, 200])
  },
)

test('a timer that fires early does not make a poll early', async () => {
  const { client, service } = stage({ [LOOKUP]: [found('COMPLETED')] }, {}, createManualClock(1))
  await statuses(client, { from: PROCESSING })
  expect(service.seen[0]?.at).toBe(3000)
})

test('without a summary to begin from, the first lookup is made at once', async () => {
  const { client, service } = stage({ [LOOKUP]: [found('PROCESSING', 2), found('COMPLETED')] })
  expect(await statuses(client)).toEqual(['PROCESSING', 'COMPLETED'])
  expect(service.seen.map(({ at }) => at)).toEqual([0, 2000])
})

test('an order that is settled already is not looked up', async () => {
  const { client, service } = stage({})
  const from: OrderSummary = {
    status: 'COMPLETED',
    pollAfterSeconds: null,
    settled: true,
    outcome: 'success',
  }
  expect(await statuses(client, { from })).toEqual([])
  expect(service.seen).toEqual([])
})

test('it stops at the first settled summary, also of a state that the profile does not name', async () => {
  const { client, service } = stage({ [LOOKUP]: [found('REVERSED', 1), found('COMPLETED')] })
  const [summary, ...more] = await collect(client.follow('SHOP:1'))
  expect(summary).toMatchObject({ status: 'REVERSED', settled: true, outcome: 'unknown' })
  expect(more).toEqual([])
  expect(service.seen).toHaveLength(1)
})

test.each([
  ['times out', hang],
  ['breaks', reset],
  ['is cut', cut],
  ['gets a 503', text(503, '')],
  ['is rate limited', text(429, '')],
  ['does not find the known order', notFound],
  ['cannot be read', text(200, '<html>')],
])('a poll that %s is repeated after the same wait', async (_, failure) => {
  const script = { [LOOKUP]: [failure, found('COMPLETED')] }
  const { client, service } = stage(script, { timeoutMs: 1 })
  expect(await statuses(client, { from: PROCESSING })).toEqual(['COMPLETED'])
  expect(service.seen.map(({ at }) => at)).toEqual([3000, 6000])
})

test('a rate limited poll waits for Retry-After, when that is longer', async () => {
  const tooMany = json(429, {}, { 'retry-after': '20' })
  const { client, service } = stage({ [LOOKUP]: [tooMany, found('COMPLETED')] })
  await statuses(client, { from: PROCESSING })
  expect(service.seen.map(({ at }) => at)).toEqual([3000, 23_000])
})

test('failed polls of an order without a wait do not flood the service', async () => {
  const { client, service } = stage({
    [LOOKUP]: [found('PROCESSING', 0), reset, reset, found('PROCESSING', 0), found('COMPLETED')],
  })
  await statuses(client)
  expect(service.seen.map(({ at }) => at)).toEqual([0, 100, 600, 1100, 1200])
})

test('only failures in a row are counted', async () => {
  const { client } = stage(
    { [LOOKUP]: [reset, found('PROCESSING', 1), reset, found('PROCESSING', 1), reset, found('COMPLETED')] },
    { recovery: { maxAttempts: 1 } },
  )
  expect(await statuses(client, { from: PROCESSING })).toEqual(['PROCESSING', 'PROCESSING', 'COMPLETED'])
})

test('too many failed polls in a row end in an unknown outcome that names the reference', async () => {
  const { client, service } = stage({ [LOOKUP]: [reset, reset, reset] }, { recovery: { maxAttempts: 2 } })
  await expect(statuses(client, { from: PROCESSING })).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    operation: 'follow',
    partnerReference: 'SHOP:1',
    sku: null,
    message: expect.stringContaining('SHOP:1'),
    cause: { name: 'ConnectionError' },
  })
  expect(service.seen).toHaveLength(3)
})

test('a poll that is refused ends in an unknown outcome at once', async () => {
  const { client, service } = stage({ [LOOKUP]: [text(401, '')] })
  await expect(statuses(client, { from: PROCESSING })).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    cause: { name: 'RefusedError', status: 401 },
  })
  expect(service.seen).toHaveLength(1)
})

test('an unknown order is reported as not found', async () => {
  const { client } = stage({ [LOOKUP]: [notFound] })
  await expect(statuses(client)).rejects.toMatchObject({ name: 'OrderNotFoundError' })
})

test('an abort during a lookup is not a failed poll', async () => {
  const { signal, leave } = leaving()
  const { client } = stage({ [LOOKUP]: [leave] }, { recovery: { maxAttempts: 0 } })
  expect(await rejectionOf(statuses(client, { signal }))).toBe('enough')
})

test('an abort reaches the sleep that is under way', async () => {
  const controller = new AbortController()
  const sleep = (_: number, signal?: AbortSignal) => {
    const { promise, reject } = Promise.withResolvers<void>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    queueMicrotask(() => controller.abort('enough'))
    return promise
  }
  const { client } = stage({}, { clock: { now: () => 0, sleep } })
  expect(await rejectionOf(statuses(client, { from: PROCESSING, signal: controller.signal }))).toBe('enough')
})

test('a caller that stops iterating stops the polls', async () => {
  const { client, service } = stage({ [LOOKUP]: [found('PROCESSING', 1), found('COMPLETED')] })
  for await (const _ of client.follow('SHOP:1')) break
  expect(service.seen).toHaveLength(1)
})
