import { expect, test } from 'vitest'
import type { ClientOptions } from './options.ts'
import {
  cut,
  found,
  hang,
  json,
  LOOKUP,
  leaving,
  notFound,
  ORDER,
  purchased,
  type Reply,
  reset,
  stage as stageClient,
  text,
} from './testing/client-under-test.fixture.ts'

const POST = 'POST /orders'

/** A client whose purchases and lookups are answered so. */
function stage(posts: readonly Reply[], lookups: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const { client, service } = stageClient({ [POST]: posts, [LOOKUP]: lookups }, options)
  const traffic = () => service.seen.slice(2).map(({ at, call }) => `${at} ${call}`)
  return { client, service, traffic }
}

const LOST: readonly (readonly [string, Reply])[] = [
  ['timed out', hang],
  ['lost its connection', reset],
  ['was cut in its answer', cut],
  ['met a 500', text(500, '')],
  ['met a 503', json(503, { title: 'Unavailable' })],
  ['was redirected', () => new Response(null, { status: 307, headers: { location: '/elsewhere' } })],
  ['was answered without JSON', text(200, '<html>')],
  ['was answered flat', found('COMPLETED')],
  ['was answered PROCESSING without a pause', purchased('PROCESSING')],
]

test.each(LOST)('a purchase that %s is looked up, and followed from there', async (_, lost) => {
  const { client, traffic } = stage([lost], [found('PROCESSING', 2), found('COMPLETED')], { timeoutMs: 5 })
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
  expect(traffic()).toEqual([`0 ${POST}`, `500 ${LOOKUP}`, `2500 ${LOOKUP}`])
})

test.each(LOST)('a purchase that %s and is not found is sent again, byte for byte', async (_, lost) => {
  const { client, service, traffic } = stage([lost, purchased('COMPLETED')], [notFound], { timeoutMs: 5 })
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
  expect(traffic()).toEqual([`0 ${POST}`, `500 ${LOOKUP}`, `500 ${POST}`])
  const bodies = service.seen.filter(({ call }) => call === POST).map(({ body }) => body)
  expect(new Set(bodies)).toEqual(new Set(['{"partnerReference":"SHOP:1","sku":"CARD-25"}']))
})

test.each([
  ['fails', text(502, '')],
  ['breaks', reset],
  ['is refused', text(403, '')],
])('where the lookup %s, the purchase is sent again', async (_, lookup) => {
  const { client, traffic } = stage([reset, purchased('COMPLETED')], [lookup])
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
  expect(traffic()).toEqual([`0 ${POST}`, `500 ${LOOKUP}`, `500 ${POST}`])
})

test('the waits double, and after five the outcome is unknown', async () => {
  const { client, service, traffic } = stage(Array(9).fill(reset), Array(9).fill(notFound))
  await expect(client.purchase(ORDER)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    operation: 'purchase',
    ...ORDER,
    attempts: 6,
    cause: { name: 'ConnectionError' },
  })
  const times = [500, 1500, 3500, 7500, 15_500]
  expect(traffic()).toEqual([`0 ${POST}`, ...times.flatMap((at) => [`${at} ${LOOKUP}`, `${at} ${POST}`])])
  expect(new Set(service.seen.filter(({ call }) => call === POST).map(({ body }) => body)).size).toBe(1)
})

test('an unknown outcome says what to do', async () => {
  const { client } = stage([reset], [], { recovery: { maxAttempts: 0 } })
  await expect(client.purchase(ORDER)).rejects.toThrow(
    'The outcome of the purchase SHOP:1 (sku CARD-25, sent 1 time) is not known: it may have been made. ' +
      'Later, look it up by this reference, or send the identical body again; never buy it under a new reference.',
  )
})

test.each([400, 401, 402, 409, 422])('a purchase refused with %i is not sent again', async (status) => {
  const { client, traffic } = stage([json(status, { error: { code: 'no', message: 'Not so.' } })], [])
  await expect(client.purchase(ORDER)).rejects.toMatchObject({
    name: 'OrderRefusedError',
    operation: 'createOrder',
    status,
    code: 'no',
    detail: 'Not so.',
  })
  expect(traffic()).toEqual([`0 ${POST}`])
})

test('a refusal after a lost answer does not say that nothing was bought', async () => {
  const { client, service } = stage([reset, text(402, ''), text(402, '')], [notFound, notFound], {
    recovery: { maxAttempts: 2 },
  })
  await expect(client.purchase(ORDER)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    attempts: 3,
    cause: { name: 'OrderRefusedError', status: 402 },
  })
  expect(service.calls().filter((call) => call === POST)).toHaveLength(3)
})

test('an order that shows up after a refused repetition is followed', async () => {
  const { client, traffic } = stage([reset, text(409, '')], [notFound, found('COMPLETED')])
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
  expect(traffic()).toEqual([`0 ${POST}`, `500 ${LOOKUP}`, `500 ${POST}`, `1500 ${LOOKUP}`])
})

test('a purchase that is rate limited waits for Retry-After, and is sent again without a lookup', async () => {
  const tooMany = json(429, {}, { 'retry-after': '7' })
  const { client, traffic } = stage([tooMany, text(429, ''), purchased('COMPLETED')], [])
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
  expect(traffic()).toEqual([`0 ${POST}`, `7000 ${POST}`, `8000 ${POST}`])
})

test('a rate limit with a 5xx leaves the outcome open, as any 5xx does', async () => {
  const profile = { errors: { rateLimited: 503 } }
  const tooMany = json(503, {}, { 'retry-after': '7' })
  const { client, traffic } = stage([tooMany], [found('COMPLETED')], { profile })
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
  expect(traffic()).toEqual([`0 ${POST}`, `7000 ${LOOKUP}`])
})

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toUTCString()

test('a date in Retry-After is waited for', async () => {
  const tooMany = json(429, {}, { 'retry-after': at(9), date: at(0) })
  const { client, traffic } = stage([tooMany, purchased('COMPLETED')], [])
  await client.purchase(ORDER)
  expect(traffic()).toEqual([`0 ${POST}`, `9000 ${POST}`])
})

test('a lookup that asks for a pause holds the purchase back', async () => {
  const busy = json(429, {}, { 'retry-after': '7' })
  const { client, traffic } = stage([reset, purchased('COMPLETED')], [busy])
  await client.purchase(ORDER)
  expect(traffic()).toEqual([`0 ${POST}`, `500 ${LOOKUP}`, `7500 ${POST}`])
})

test.each([
  ['of a rate limit', [json(429, {}, { 'retry-after': '999' })], []],
  ['until a date', [json(429, {}, { 'retry-after': at(999), date: at(0) })], []],
  ['of an unavailable service', [json(503, {}, { 'retry-after': '999' })], []],
  ['of a lookup', [reset], [json(429, {}, { 'retry-after': '999' })]],
  ['of a poll', [purchased('PROCESSING', 1)], [json(429, {}, { 'retry-after': '999' })]],
])(
  'a pause %s beyond five minutes ends the purchase, and says when to look again',
  async (_, posts, lookups) => {
    const { client, service } = stage(posts, lookups)
    await expect(client.purchase(ORDER)).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
      retryAfterSeconds: 999,
      message: expect.stringContaining('Not sooner than in 999 seconds, look it up by this reference'),
    })
    expect(service.calls().filter((call) => call === POST)).toHaveLength(1)
  },
)

test('a purchase that is rate limited again and again ends with that error: nothing was bought', async () => {
  const { client, service } = stage(Array(9).fill(text(429, '')), [], { recovery: { maxAttempts: 2 } })
  await expect(client.purchase(ORDER)).rejects.toMatchObject({ name: 'RateLimitedError', status: 429 })
  expect(service.calls().filter((call) => call === POST)).toHaveLength(3)
})

test('a purchase that is rate limited, and then refused, is refused', async () => {
  const { client } = stage([text(429, ''), text(422, '')], [])
  await expect(client.purchase(ORDER)).rejects.toMatchObject({ name: 'OrderRefusedError', status: 422 })
})

test('an abort while it recovers leaves the outcome unknown', async () => {
  const { signal, leave } = leaving()
  const { client, traffic } = stage([reset], [leave])
  await expect(client.purchase(ORDER, { signal })).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    attempts: 1,
    cause: 'enough',
  })
  expect(traffic()).toEqual([`0 ${POST}`, `500 ${LOOKUP}`])
})

test('the backoff doubles, up to a minute', async () => {
  const { client, service } = stage(Array(9).fill(text(429, '')), [], { recovery: { maxAttempts: 8 } })
  await expect(client.purchase(ORDER)).rejects.toMatchObject({ name: 'RateLimitedError' })
  const times = service.seen.slice(2).map(({ at }) => at / 1000)
  expect(times).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5, 123.5])
})
