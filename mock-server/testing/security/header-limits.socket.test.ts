import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { journalOf, newKey, openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'
import { exchangeOverWire, type WireResponse } from '../requests/wire-request.fixture.ts'

/** Those that every request of the fixture has: Host, Authorization, Content-Type, Content-Length, Connection. */
const ORDINARY = 5

let mock: ServedMock
beforeAll(async () => {
  mock = await serve()
})
afterAll(() => mock.close())

function bought(count: number, value: string, key = newKey()): Promise<WireResponse> {
  return exchangeOverWire(mock.url, { headers: { 'X-More': Array<string>(count).fill(value) } }, key)
}

test.each([101, 102, 140, 500, 2_000])('a purchase of %i headers is refused whole', async (count) => {
  const key = newKey()
  const answer = await bought(count - ORDINARY, '', key)
  expect(answer.status).toBe(431)
  expect(hasErrorShape('problem', JSON.parse(answer.body))).toBe(true)
  expect((await openSandbox(overSocket(mock.url), { key }).lookUp('TEST:1')).status).toBe(404)
})

test.each([5, 50, 99, 100])('a purchase of %i headers is served with all of them', async (count) => {
  expect((await bought(count - ORDINARY, 'more')).status).toBe(200)
  const last = (await journalOf(overSocket(mock.url))).at(-1)
  const seen = last?.request.headers['x-more']?.split(', ').length ?? 0
  expect(seen).toBe(count - ORDINARY)
})

test('headers of 16 KiB together are refused, those of half of it served', async () => {
  expect((await bought(50, 'x'.repeat(400))).status).toBe(431)
  expect((await bought(20, 'x'.repeat(400))).status).toBe(200)
})

test('a server may be told other limits', async () => {
  const strict = await serve({ limits: { headerCount: 6, headerBytes: 1024 } })
  const statusFor = async (headers: Record<string, string>) =>
    (await exchangeOverWire(strict.url, { headers }, newKey())).status
  expect(await statusFor({ 'X-One': '1' })).toBe(200)
  expect(await statusFor({ 'X-One': '1', 'X-Two': '2' })).toBe(431)
  expect(await statusFor({ 'X-One': 'x'.repeat(1024) })).toBe(431)
  await strict.close()
})
