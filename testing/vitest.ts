/** The helper for Vitest as a package entry: `partner-purchase-kit/vitest`. */
import { test as base, type TestAPI } from 'vitest'
import { openPartner, type PartnerOptions, type TestPartner } from './partner.ts'

/** What each test is handed. */
export type PartnerFixtures = {
  /** Overridden for a file, or within a `describe`: `test.override('partnerOptions', { … })`. */
  readonly partnerOptions: PartnerOptions
  /** A partner of this test alone, with a key, a mock, a clock and a journal of its own. */
  readonly partner: TestPartner
}

/**
 * Vitest's `test`, which hands each test a partner of a mock of its own, in this process: no socket, no real seconds,
 * and nothing that another test could touch.
 *
 * @example
 * test('a card is bought', async ({ partner }) => {
 *   const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
 *   expect((await partner.client.purchase(order)).outcome).toBe('success')
 * })
 */
export const test: TestAPI<PartnerFixtures> = base.extend<PartnerFixtures>({
  partnerOptions: {},
  partner: async ({ partnerOptions }, use) => {
    const partner = openPartner(partnerOptions)
    await use(partner)
    await partner.close()
  },
})

export type { PartnerOptions, TestPartner } from './partner.ts'
export type { PartnerClock } from './partner-clock.ts'
