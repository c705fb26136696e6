import { describe, expect, test } from 'vitest'
import type { MockOptions } from '../sandbox/mock.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import { inProcess, mockWithKey, openSandbox, type Send } from '../testing/behaviour/sandbox.fixture.ts'

function mockToOrder(options?: MockOptions) {
  const { ask, ...opened } = mockWithKey(options)
  const order = (fault: unknown, key: string = opened.sandbox.key) => ask('POST', 'next', { key, fault })
  return { ...opened, ask, order }
}

/** A store in which another fault is ordered while a purchase with a fault is being placed. */
function storeWithLaterOrder(): Store {
  const store = memoryStore()
  return {
    ...store,
    async placeOrder(account, purchase, isFaultKnown) {
      if (isFaultKnown)
        await store.next.put(account, { operation: 'createOrder', at: 1, fault: 'unavailable' })
      return store.placeOrder(account, purchase, isFaultKnown)
    },
  }
}

function mockThatCanNotCut() {
  const { mock, sandbox } = mockWithKey()
  const send: Send = async (path, init) => mock.app.request(path, init, { canCut: false })
  return { mock, sandbox: openSandbox(send, { key: sandbox.key }) }
}

describe('a fault that was ordered', () => {
  test('meets the next purchase of its key, once, and the journal names it', async () => {
    const { mock, sandbox, order } = mockToOrder()
    const ordered = await order('unavailable')
    expect(ordered).toMatchObject({ status: 200, json: { fault: 'unavailable', replaced: null } })
    expect((await openSandbox(inProcess(mock.app)).buy('SCENARIO-AT-ONCE')).status).toBe(200)
    for (const noPurchase of [sandbox.post('{}'), sandbox.buy('NONE')])
      expect((await noPurchase).status).toBe(422)
    await sandbox.lookUp('TEST:1')
    const refused = await sandbox.buy('SCENARIO-AT-ONCE')
    expect(refused.status).toBe(503)
    expect(await refused.text()).toContain('The fault unavailable that was ordered answers')
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
    const exchanges = mock.journal({ partner: mock.partnerOf(sandbox.key), sku: 'SCENARIO-AT-ONCE' })
    expect(exchanges.map(({ fault, order }) => [fault, order?.effect])).toEqual([
      [{ at: 'before-recording', does: 'refuse', ordered: 'unavailable' }, 'none'],
      [null, 'recorded'],
    ])
  })

  test('replaces the fault of the card, which does not strike the resend either', async () => {
    const { mock, sandbox, order } = mockToOrder()
    await order('rate-limited')
    const limited = await sandbox.buy('SCENARIO-RATE-LIMITED')
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '2'])
    expect((await sandbox.buy('SCENARIO-RATE-LIMITED')).status).toBe(200)
    expect(mock.journal()[0]?.fault).toMatchObject({ ordered: 'rate-limited' })
    await order('unavailable')
    expect((await sandbox.buy('SCENARIO-LOST-AFTER')).status).toBe(503)
  })

  test('meets one purchase; a fault that is ordered meanwhile meets the next', async () => {
    const { mock, sandbox, order, ask, digest } = mockToOrder({ store: storeWithLaterOrder() })
    await order('stalled')
    const buying = sandbox.buy('SCENARIO-AT-ONCE')
    await mock.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
    expect((await ask('GET', `next?key=${digest}`)).json).toMatchObject({ fault: 'unavailable' })
    await sandbox.advance(90)
    expect((await buying).status).toBe(200)
  })

  test.each(['purchase', 'lookup'] as const)(
    'is refused by name at a %s through MSW, which cannot cut an answer',
    async (on) => {
      const { mock, sandbox } = mockThatCanNotCut()
      if (on === 'lookup') await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
      const before = await sandbox.balance()
      await mock.next(sandbox.key, 'cut', { on })
      const ask = () =>
        on === 'lookup' ? sandbox.lookUp('TEST:1') : sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
      const refused = await ask()
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain('The fault cut that was ordered ends the connection')
      expect(await sandbox.balance()).toBe(before)
      expect((await ask()).status).toBe(200)
    },
  )

  test('replaces the cut of a card, so that MSW can answer', async () => {
    const { mock, sandbox } = mockThatCanNotCut()
    await mock.next(sandbox.key, 'unavailable')
    expect((await sandbox.buy('SCENARIO-CUT')).status).toBe(503)
  })

  test('does not help a card whose polls are cut, which MSW cannot do either', async () => {
    const { mock, sandbox } = mockThatCanNotCut()
    await mock.next(sandbox.key, 'unavailable')
    const refused = await sandbox.buy('SCENARIO-POLL-CUT')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('The scenario SCENARIO-POLL-CUT (')
    expect(await sandbox.balance()).toBe(500_000)
  })

  test('is replaced, read and withdrawn by the digest of its key', async () => {
    const { sandbox, order, ask, digest } = mockToOrder()
    await sandbox.get('/ping')
    await order('cut', digest)
    expect((await order('stalled')).json).toMatchObject({ fault: 'stalled', replaced: 'cut' })
    await ask('POST', 'next', { key: digest, fault: 'trickle', on: 'lookup', at: 3 })
    const waiting = [
      { operation: 'createOrder', at: 1, fault: 'stalled' },
      { operation: 'lookupOrder', at: 3, fault: 'trickle' },
    ]
    expect((await ask('DELETE', `next?key=${digest}`)).json).toEqual({ fault: 'stalled', waiting })
    expect((await ask('GET', `next?key=${digest}`)).json).toEqual({ fault: null, waiting: [] })
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
  })

  test('is ordered by a program, which is told what it can order', async () => {
    const { mock, sandbox } = mockToOrder()
    await mock.next(sandbox.key, 'unavailable')
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(503)
    // A caller without types.
    await expect(mock.next(sandbox.key, 'slow' as 'cut')).rejects.toThrow('Only these faults can be ordered')
    await expect(mock.next('sk_live_1', 'cut')).rejects.toThrow('does not accept this key')
  })

  test.each([['lookup'], [2], [null], [{ on: 'lookupOrder' }], [{ at: 0 }], [{ nth: 2 }]])(
    'is ordered by a program for no request such as %j: it is told what was found, and the right form',
    async (request) => {
      const { mock, sandbox } = mockToOrder()
      // @ts-expect-error: most of them don't fit the types.
      const ordered = mock.next(sandbox.key, 'unavailable', request)
      await expect(ordered).rejects.toThrow(
        `found ${JSON.stringify(request)}, expected one such as { on: 'lookup', at: 2 }`,
      )
    },
  )
})

test('a digest of a key that nobody has used is refused', async () => {
  const unknown = await mockToOrder().ask('DELETE', `next?key=${'0'.repeat(64)}`)
  expect([unknown.status, unknown.json.error]).toEqual([404, expect.stringContaining('GET keys')])
})
