import { describe, expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { ORDINARY_PARTNER } from '../fixtures/partners.ts'
import { createMock } from './app.ts'
import type { MockOptions } from './sandbox/mock.ts'
import { inProcess, newKey, openSandbox } from './testing/behaviour/sandbox.fixture.ts'

function limitedMock(options: MockOptions = { profile: { limits: { requestsPerSecond: 2 } } }) {
  const mock = createMock({ clock: manualClock(), ...options })
  const sandboxOf = (key = newKey()) => openSandbox(inProcess(mock.app), { key })
  return { mock, sandboxOf, sandbox: sandboxOf() }
}

async function pings(sandbox: ReturnType<typeof openSandbox>, count: number): Promise<number[]> {
  const statuses = []
  for (let call = 0; call < count; call += 1) statuses.push((await sandbox.get('/ping')).status)
  return statuses
}

test('no rate is limited unless the profile or the partner limits it', async () => {
  const { sandbox } = limitedMock({})
  expect(new Set(await pings(sandbox, 500))).toEqual(new Set([200]))
})

describe('a key with a rate', () => {
  test('is told to wait in whole seconds, and why', async () => {
    const { sandbox } = limitedMock()
    await pings(sandbox, 2)
    const refused = await sandbox.get('/balance')
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect(await refused.json()).toMatchObject({
      type: 'urn:partner-purchase:problem:rate-limited',
      status: 429,
      detail: expect.stringContaining('2 a second'),
    })
    expect(refused.headers.get('Mock-Assumptions')).toContain(
      'rate-limits=assumed, rate-limited-status=assumed',
    )
  })

  test('is served again after that time of its own clock', async () => {
    const { mock, sandbox } = limitedMock()
    await pings(sandbox, 2)
    await mock.clockOf(sandbox.key).advance(0.499)
    expect(await pings(sandbox, 1)).toEqual([429])
    await mock.clockOf(sandbox.key).advance(0.001)
    expect(await pings(sandbox, 2)).toEqual([200, 429])
  })

  test('is not served again while its clock is frozen', async () => {
    const clock = manualClock()
    const { mock, sandbox } = limitedMock({ clock, profile: { limits: { requestsPerSecond: 1 } } })
    mock.clockOf(sandbox.key).freeze()
    await pings(sandbox, 1)
    clock.advance(60_000)
    expect(await pings(sandbox, 1)).toEqual([429])
    mock.clockOf(sandbox.key).resume()
    clock.advance(1_000)
    expect(await pings(sandbox, 1)).toEqual([200])
  })

  test('may call at its full rate after a reset, and after a long pause', async () => {
    const { mock, sandbox } = limitedMock()
    await pings(sandbox, 3)
    await mock.reset(sandbox.key)
    expect(await pings(sandbox, 3)).toEqual([200, 200, 429])
    await mock.clockOf(sandbox.key).advance(86_400)
    expect(await pings(sandbox, 3)).toEqual([200, 200, 429])
  })

  test('is limited in all its requests, also those for unknown operations', async () => {
    const { sandbox } = limitedMock()
    expect([(await sandbox.get('/cards')).status, (await sandbox.lookUp('TEST:1')).status]).toEqual([
      404, 404,
    ])
    expect(await pings(sandbox, 1)).toEqual([429])
  })
})

test('a refused purchase is in the journal, and bought nothing', async () => {
  const { mock, sandbox } = limitedMock()
  await pings(sandbox, 2)
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(429)
  const [refused] = mock.journal({ operation: 'createOrder' })
  expect(refused).toMatchObject({ response: { status: 429 }, order: null })
  await mock.clockOf(sandbox.key).advance(1)
  expect((await sandbox.lookUp('TEST:1')).status).toBe(404)
  expect(await sandbox.balance()).toBe(ORDINARY_PARTNER.openingBalance)
})

describe('a partner with a rate of its own', () => {
  const quick = { ...ORDINARY_PARTNER, id: 'quick', key: 'pk_test_quick', requestsPerSecond: 3 }

  test.each([
    ['where the profile has no limit', null, [200, 200, 200, 200]],
    ['instead of the rate of the profile', 1, [200, 429, 429, 429]],
  ] as const)('is limited by it, %s, and other keys are not', async (_, requestsPerSecond, others) => {
    const { sandboxOf } = limitedMock({ partners: [quick], profile: { limits: { requestsPerSecond } } })
    expect(await pings(sandboxOf(quick.key), 4)).toEqual([200, 200, 200, 429])
    expect(await pings(sandboxOf(), 4)).toEqual(others)
  })
})

test('the status is that of the profile', async () => {
  const profile = { limits: { requestsPerSecond: 1 }, errors: { rateLimited: 503 } }
  expect(await pings(limitedMock({ profile }).sandbox, 2)).toEqual([200, 503])
})

test('a call from a refused address does not use up the rate of its key', async () => {
  const listed = { ...ORDINARY_PARTNER, allowlist: ['203.0.113.7'], requestsPerSecond: 1 }
  const { mock } = limitedMock({ partners: [listed] })
  const from = (address: string) => openSandbox(inProcess(mock.app, address), { key: listed.key })
  expect(await pings(from('198.51.100.1'), 3)).toEqual([403, 403, 403])
  expect(await pings(from('203.0.113.7'), 1)).toEqual([200])
})
