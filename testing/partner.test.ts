import { afterEach, expect, test, vi } from 'vitest'
import { OutcomeUnknownError } from '../reference-client/errors.ts'
import { openPartner } from './partner.ts'

const DAY_SECONDS = 86_400

/** Its client does not wait in real time, and polls for one day of the partner's clock. */
const NO_PAUSE = {
  sku: 'NO-PAUSE',
  name: 'polled without a pause',
  story: 'The order is to be polled at once.',
  course: { processing: [{ forSeconds: DAY_SECONDS, pollAfterSeconds: 0 }], settles: 'success' },
} as const
const ORDER = { partnerReference: 'SHOP:1', sku: NO_PAUSE.sku }

/** A partner whose client polls without a pause. */
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

test('fake timers of a test delay no call', async () => {
  vi.useFakeTimers()
  const { client } = openPartner()
  expect((await client.purchase({ ...ORDER, sku: 'SCENARIO-PROCESSING' })).outcome).toBe('success')
})
