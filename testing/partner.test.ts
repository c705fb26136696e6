import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OutcomeUnknownError } from '../reference-client/errors.ts'
import { openPartner, type TestPartner } from './partner.ts'

const DAY_SECONDS = 86_400

/** Its client does not wait in real time, and polls for one day of the partner's clock. */
const NO_PAUSE = {
  sku: 'NO-PAUSE',
  name: 'polled without a pause',
  story: 'The order is to be polled at once.',
  course: { processing: [{ forSeconds: DAY_SECONDS, pollAfterSeconds: 0 }], settles: 'success' },
} as const
const ORDER = { partnerReference: 'SHOP:1', sku: NO_PAUSE.sku }

async function polling() {
  const partner = openPartner({ scenarios: [NO_PAUSE] })
  const bought = partner.client.purchase(ORDER)
  await expect.poll(() => partner.journal({ operation: 'lookupOrder' }).length).toBeGreaterThan(1)
  return { partner, bought }
}

afterEach(() => vi.useRealTimers())

test('timers fire while a client polls without a pause', async () => {
  const { partner, bought } = await polling()
  await partner.clock.advance(DAY_SECONDS)
  expect((await bought).outcome).toBe('success')
})

test('closing the partner ends a client that still polls', async () => {
  const { partner, bought } = await polling()
  await partner.close()
  await expect(bought).rejects.toThrow(OutcomeUnknownError)
  await expect(partner.fetch(`${partner.baseUrl}/ping`)).rejects.toThrow('its partner closed')
})

test('closing the partner ends a call that is delayed', async () => {
  const { client, journal, close } = openPartner()
  const bought = client.order({ partnerReference: 'SHOP:1', sku: 'SCENARIO-STALLED' }).catch(String)
  await expect.poll(() => journal({ sku: 'SCENARIO-STALLED' })).toHaveLength(1)
  await close()
  expect(await bought).toContain('its partner closed')
})

const SLOW = { ...ORDER, sku: 'SCENARIO-PROCESSING' }
const INSTEAD = 'advance partner.clock instead'

/** A client of the user's own, which sleeps by `setTimeout`. */
async function buysBySetTimeout({ key, baseUrl, fetch }: TestPartner, sleeps: () => void): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  await fetch(`${baseUrl}/orders`, { method: 'POST', headers, body: JSON.stringify(SLOW) })
  for (let poll = 0; poll < 3; poll++) {
    const slept = new Promise((resolve) => setTimeout(resolve, 2_000))
    sleeps()
    await slept
    const found = await fetch(`${baseUrl}/orders/SHOP%3A1`, { headers })
    const { data } = (await found.json()) as { data: { order: { status: string } } }
    if (data.order.status !== 'PROCESSING') return data.order.status
  }
  return 'PROCESSING'
}

describe('where the timers of a test are fake', () => {
  beforeEach(() => void vi.useFakeTimers())

  test('no call is delayed', async () => {
    expect((await openPartner().client.purchase(SLOW)).outcome).toBe('success')
  })

  test('a purchase that fake timers end says what to advance instead', async () => {
    const { client } = openPartner()
    const bought = client.purchase(SLOW).catch(String)
    vi.advanceTimersByTime(60_000)
    expect(await bought).toContain(INSTEAD)
  })

  test('a client of its own may end its call by an AbortController', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 1000)
    const partner = openPartner()
    const call = partner.fetch(`${partner.baseUrl}/ping`, { signal: controller.signal })
    vi.advanceTimersByTime(1000)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a poll after which only the fake timers have moved says what to advance instead', async () => {
    const partner = openPartner()
    const sleeps = vi.fn()
    const bought = buysBySetTimeout(partner, sleeps).catch(String)
    // The answer has to reach the client before its timer is there to be advanced.
    await vi.waitFor(() => expect(sleeps).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await bought).toContain(INSTEAD)
  })

  test('a client goes on where the clock of the partner has moved, too', async () => {
    const partner = openPartner()
    const sleeps = vi.fn()
    const bought = buysBySetTimeout(partner, sleeps)
    await vi.waitFor(() => expect(sleeps).toHaveBeenCalledOnce())
    await partner.clock.advance(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await bought).toBe('COMPLETED')
  })
})
