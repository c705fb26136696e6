import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MockOptions } from '../sandbox/mock.ts'
import { mockWithKey } from '../testing/behaviour/sandbox.fixture.ts'
import { memoryStore } from './memory-store.ts'
import { type Store, StoreUnavailableError } from './store.ts'

/** A mock whose store can be made unreachable. */
function mockOver(options: MockOptions = {}) {
  const reach = { isThere: true }
  const gone = async () => {
    throw new StoreUnavailableError('gone')
  }
  const flaky = new Proxy<Store>(memoryStore(), {
    get(store, name: keyof Store) {
      if (name === 'isReady') return async () => reach.isThere
      return reach.isThere || typeof store[name] !== 'function' ? store[name] : gone
    },
  })
  return { reach, ...mockWithKey({ ...options, store: flaky }) }
}

let said: string[] = []
beforeEach(() => {
  said = []
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line))
})
afterEach(() => void vi.restoreAllMocks())

describe('while the store cannot be reached', () => {
  test('every call is answered as unavailable and recorded, and stderr says why, once', async () => {
    const { mock, reach, sandbox } = mockOver()
    reach.isThere = false
    for (const path of ['/ping', '/products', '/balance', '/orders/TEST:1']) {
      const answer = await sandbox.get(path)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ type: 'urn:partner-purchase:problem:unavailable' })
    }
    const unavailable = { response: { status: 503 }, delivery: { outcome: 'delivered' } }
    expect(mock.journal()).toMatchObject(Array(4).fill(unavailable))
    expect(said).toEqual(['partner-purchase mock: the store is unavailable: gone'])
  })

  test.each(['SCENARIO-AT-ONCE', 'SCENARIO-STALLED'])(
    'the answer to a purchase of %s does not say that it failed, and the body may be sent again',
    async (sku) => {
      const { reach, sandbox } = mockOver()
      reach.isThere = false
      const answer = await sandbox.buy(sku, 'TEST:1')
      expect(answer.status).toBe(503)
      expect(await answer.text()).toContain('does not say that nothing was bought')
      reach.isThere = true
      expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
      expect(await sandbox.balance()).toBe(497_500)
    },
  )

  test('the profile decides the status', async () => {
    const { reach, sandbox } = mockOver({ profile: { errors: { unavailable: 500 } } })
    reach.isThere = false
    expect((await sandbox.get('/ping')).status).toBe(500)
  })

  test('the admin API reports it, and health still answers', async () => {
    const { reach, send } = mockOver()
    expect(await (await send('/__mock/ready')).json()).toEqual({ store: 'ready' })
    reach.isThere = false
    const ready = await send('/__mock/ready')
    expect([ready.status, await ready.json()]).toEqual([503, { store: 'unavailable' }])
    expect((await send('/__mock/health')).status).toBe(200)
    const body = JSON.stringify({ key: 'pk_test_1', freeze: true })
    expect((await send('/__mock/clock', { method: 'POST', body })).status).toBe(503)
  })
})
