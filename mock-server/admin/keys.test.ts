import { describe, expect, test } from 'vitest'
import type { MockOptions } from '../sandbox/mock.ts'
import { memoryStore } from '../store/memory-store.ts'
import { inProcess, mockWithKey, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

type Facts = Record<string, unknown>

function mockAndKey(options?: MockOptions) {
  const { ask, ...opened } = mockWithKey(options)
  const read = async <Answer>(path: string) => (await ask('GET', path)).json as Answer
  const post = (path: string, body: object) => ask('POST', path, { key: opened.digest, ...body })
  return { ...opened, read, post }
}

describe('the keys in use', () => {
  test('are listed by their last call, then the other partners, and no key is shown', async () => {
    const { mock, sandbox, digest, read } = mockAndKey()
    const other = openSandbox(inProcess(mock.app))
    await other.get('/ping')
    await sandbox.buy('SCENARIO-PROCESSING')
    const { keys, more } = await read<{ keys: Facts[]; more: number }>('keys')
    const called = [sandbox, other].map(({ key }) => mock.partnerOf(key))
    expect(keys.slice(0, 2).map(({ partner }) => partner)).toEqual(called)
    expect(keys).toHaveLength(6)
    expect(more).toBe(0)
    expect(keys[0]).toEqual({
      digest,
      partner: 'guest-2',
      // A mock without a token shows it, to this machine alone.
      word: sandbox.key.slice('pk_test_'.length),
      balance: '4975.00 USD',
      available: 497_500,
      openingBalance: 500_000,
      orders: 1,
      isRevoked: false,
      allowlist: null,
      clock: { now: '2026-01-01T00:00:00.000Z', frozen: false, speed: 1 },
      nextChange: '2026-01-01T00:00:02.000Z',
      next: null,
      waiting: [],
      dropped: null,
    })
    expect(JSON.stringify(keys)).not.toContain('pk_test_')
  })

  test('reach their next change by an advance to it, even from a fraction of a millisecond', async () => {
    const { clock, sandbox, read, post } = mockAndKey()
    clock.advance(0.7)
    await sandbox.buy('SCENARIO-PROCESSING')
    clock.advance(0.5)
    type Keys = { keys: { clock: { now: string }; nextChange: string | null }[] }
    const [before] = (await read<Keys>('keys')).keys
    const due = Date.parse(before?.nextChange ?? '') - Date.parse(before?.clock.now ?? '')
    await post('clock', { advanceSeconds: due / 1000 })
    const [after] = (await read<Keys>('keys')).keys
    expect(after?.nextChange).toBeNull()
  })

  test('show the faults that wait, and the allowlist from their settings', async () => {
    const { mock, sandbox, read } = mockAndKey()
    await sandbox.get('/ping')
    await mock.next(sandbox.key, 'cut')
    await mock.next(sandbox.key, 'trickle', { on: 'lookup', at: 2 })
    const { keys } = await read<{ keys: Facts[] }>('keys')
    expect(keys[0]).toMatchObject({
      next: 'cut',
      waiting: [
        { operation: 'createOrder', at: 1, fault: 'cut' },
        { operation: 'lookupOrder', at: 2, fault: 'trickle' },
      ],
    })
    expect(keys.find(({ partner }) => partner === 'allowlisted')?.allowlist).toEqual(['203.0.113.7'])
  })
})

describe('the orders of a key', () => {
  test('are shown as they are now, with the balance before and after each', async () => {
    const { clock, sandbox, digest, read } = mockAndKey()
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
    clock.advance(1_000)
    await sandbox.buy('SCENARIO-FAILS', 'TEST:2')
    await sandbox.buy('SCENARIO-PROCESSING', 'TEST:3')
    const { orders, count } = await read<{ orders: Facts[]; count: number }>(`orders?key=${digest}`)
    expect(count).toBe(3)
    expect(orders[0]).toEqual({
      partnerReference: 'TEST:3',
      sku: 'SCENARIO-PROCESSING',
      price: '25.00 USD',
      placedAt: '2026-01-01T00:00:01.000Z',
      status: 'PROCESSING',
      pollAfterSeconds: 1,
      nextChange: '2026-01-01T00:00:03.000Z',
      balanceBefore: '4950.00 USD',
      balanceAfter: '4925.00 USD',
      returned: null,
    })
    expect(orders.map(({ balanceBefore }) => balanceBefore)).toEqual([
      '4950.00 USD',
      '4975.00 USD',
      '5000.00 USD',
    ])
    clock.advance(60_000)
    const later = await read<{ orders: Facts[] }>(`orders?key=${digest}`)
    expect(later.orders.map(({ status, nextChange }) => [status, nextChange])).toEqual([
      ['COMPLETED', null],
      ['FAILED', null],
      ['COMPLETED', null],
    ])
    expect(later.orders[1]?.balanceAfter).toBe('4950.00 USD')
  })
})

describe('the money of a key', () => {
  type Money = Record<'opening' | 'toppedUp' | 'bought' | 'returned' | 'available', string>
  type Answer = { orders: Facts[]; money: Money }

  test('adds up after a top-up, and after refunds for orders that are shown or older', async () => {
    const { clock, sandbox, digest, read, post } = mockAndKey()
    await sandbox.get('/ping')
    await post('top-up', { amount: '1000.00' })
    await sandbox.buy('SCENARIO-FAILS', 'TEST:FAILS')
    for (let bought = 0; bought < 200; bought += 1) await sandbox.buy('SCENARIO-AT-ONCE', `TEST:${bought}`)
    const before = await read<Answer>(`orders?key=${digest}`)
    clock.advance(60_000)
    await sandbox.buy('SCENARIO-FAILS', 'TEST:LAST')
    clock.advance(60_000)
    const { orders, money } = await read<Answer>(`orders?key=${digest}`)
    const latestBefore = before.orders[0]?.balanceAfter
    expect([latestBefore, orders[1]?.balanceAfter]).toEqual(['975.00 USD', '975.00 USD'])
    expect(orders[0]).toMatchObject({
      balanceBefore: '1000.00 USD',
      balanceAfter: '975.00 USD',
      returned: '25.00 USD',
    })
    expect(orders[1]?.returned).toBeNull()
    expect(money).toMatchObject({
      opening: '5000.00 USD',
      bought: '5050.00 USD',
      returned: '50.00 USD',
      available: '1000.00 USD',
    })
  })
})

describe('a command for a key', () => {
  test('changes its allowlist at once', async () => {
    const { mock, sandbox, post } = mockAndKey()
    await sandbox.get('/ping')
    expect((await post('allowlist', { allowlist: ['203.0.113.0/24'] })).json.allowlist).toEqual([
      '203.0.113.0/24',
    ])
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(403)
    const allowed = openSandbox(inProcess(mock.app, '203.0.113.9'), { key: sandbox.key })
    expect(await allowed.balance()).toBe(500_000)
    await post('allowlist', { allowlist: [] })
    expect((await allowed.get('/ping')).status).toBe(403)
    expect((await post('allowlist', { allowlist: null })).json.allowlist).toBeNull()
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
  })

  test('cannot change the allowlist of a key that has not called, or that other mocks serve', async () => {
    const durable = { ...memoryStore(), digestOf: (key: string) => key.slice(-6) }
    const alone = mockAndKey({ store: durable })
    expect(await alone.post('allowlist', { allowlist: null })).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('let the key call once') },
    })
    const shared = mockAndKey({ store: { ...durable, isShared: true } })
    await shared.sandbox.get('/ping')
    expect(await shared.post('allowlist', { allowlist: null })).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('--partners') },
    })
  })

  test('lifts the allowlist that the settings give a partner', async () => {
    const { mock, post } = mockAndKey()
    await post('allowlist', { key: 'pk_test_allowlisted', allowlist: null })
    const partner = openSandbox(inProcess(mock.app), { key: 'pk_test_allowlisted' })
    expect((await partner.get('/ping')).status).toBe(200)
  })

  test('revokes it for every operation, and restores it', async () => {
    const { sandbox, post } = mockAndKey()
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
    const reads = [
      '/ping',
      '/products',
      '/products/SCENARIO-AT-ONCE/price',
      '/balance',
      '/orders/TEST:1',
      '/none',
    ]
    const statuses = async () => {
      const bought = await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
      const read = await Promise.all(reads.map((path) => sandbox.get(path)))
      return new Set([bought, ...read].map(({ status }) => status))
    }
    await post('revoke', { revoked: true })
    expect(await statuses()).toEqual(new Set([401]))
    await post('revoke', { revoked: false })
    expect(await statuses()).toEqual(new Set([200, 404]))
  })

  test('takes a digest to reset it and to change its clock', async () => {
    const { sandbox, post } = mockAndKey()
    await sandbox.buy('SCENARIO-AT-ONCE')
    expect((await post('clock', { freeze: true })).json).toMatchObject({ frozen: true })
    expect((await post('reset', {})).status).toBe(204)
    expect(await sandbox.balance()).toBe(500_000)
  })
})

test('GET scenarios has the stories, and the faults that can be ordered', async () => {
  const { scenarios, faults } = await mockAndKey().read<Record<'scenarios' | 'faults', Facts[]>>('scenarios')
  expect(scenarios.find(({ sku }) => sku === 'SCENARIO-LOST-AFTER')).toMatchObject({
    story: 'The first purchase is recorded, and its answer lost by a reset.',
    price: '25.00 USD',
  })
  expect(faults).toContainEqual({ fault: 'cut', at: 'in-answer', does: { kind: 'close' } })
})

test('a mock that a program started judges no client, and says which command does', async () => {
  const { mock, sandbox, digest } = mockAndKey()
  await sandbox.get('/ping')
  const answer = await mock.app.request(`/__mock/judgement?key=${digest}`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('partner-purchase-kit mock')
})
