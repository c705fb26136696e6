import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Order } from '../../mock-server/store/order.ts'
import { type Costs, costsOfMock, costsOfStore, fill } from './costs.ts'
import { STORES } from './stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-growth-costs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WITHOUT_SERVER = STORES.filter(({ needsServer }) => !needsServer)

/** What a store tells of an order, but for when it was placed; undefined of one that is not there. */
async function orderOf({ lookup }: Costs, number: number) {
  const { order } = (await lookup(number)()) as { readonly order?: Order }
  return order && { ...order, placedAt: null }
}

describe.each(WITHOUT_SERVER)('$name', ({ open }) => {
  const opened = () => open({ folder: mkdtempSync(join(folder, 'store-')), server: null })

  test('filled with many purchases at a time, it answers as after each of them alone', async () => {
    const [filled, alone] = [await opened(), await opened()]
    await fill(filled, 0, 300)
    await fill(filled, 300, 500)
    const { purchase } = costsOfStore(alone)
    for (let number = 0; number < 500; number += 1) await purchase(number)()
    const [ofFilled, ofAlone] = [costsOfStore(filled), costsOfStore(alone)]
    for (const number of [0, 299, 300, 499, 500])
      expect(await orderOf(ofFilled, number)).toEqual(await orderOf(ofAlone, number))
    const { available } = (await ofAlone.balance(0)()) as { available: number }
    expect(await ofFilled.balance(0)()).toMatchObject({ available })
    expect(await ofFilled.replay(499)()).toMatchObject({ placement: { kind: 'replayed' } })
    await Promise.all([filled.close(), alone.close()])
  })

  test('a call that fails is not taken for a cheap one', async () => {
    const store = await opened()
    await expect(costsOfMock(store).lookup(1)()).rejects.toThrow('answered with 404')
    await store.close()
  })
})
