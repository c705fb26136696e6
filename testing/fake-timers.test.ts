import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPartner, type TestPartner } from './partner.ts'

const ORDER = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
const INSTEAD = 'advance partner.clock instead'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A client of the user's own, which sleeps by `setTimeout`. */
async function buysBySetTimeout({ key, baseUrl, fetch }: TestPartner, polls: number): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  await fetch(`${baseUrl}/orders`, { method: 'POST', headers, body: JSON.stringify(ORDER) })
  for (let poll = 0; poll < polls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const found = await fetch(`${baseUrl}/orders/SHOP%3A1`, { headers })
    const { data } = (await found.json()) as { data: { order: { status: string } } }
    if (data.order.status !== 'PROCESSING') return data.order.status
  }
  return 'PROCESSING'
}

test('a purchase that fake timers end says what to advance instead', async () => {
  const { client } = openPartner()
  const bought = client.purchase(ORDER).catch(String)
  vi.advanceTimersByTime(60_000)
  expect(await bought).toContain(INSTEAD)
})

test('a poll after which only the fake timers have moved says what to advance instead', async () => {
  const partner = openPartner()
  const bought = buysBySetTimeout(partner, 3).catch(String)
  await vi.waitFor(() => expect(partner.journal()).toHaveLength(1))
  // The answer has to reach the client before its timer is there to be advanced.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await bought).toContain(INSTEAD)
})

test('a client goes on where the clock of the partner has moved, too', async () => {
  const partner = openPartner()
  const bought = buysBySetTimeout(partner, 3)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  await partner.clock.advance(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await bought).toBe('COMPLETED')
})
