/** The helper for Vitest as a package entry: `partner-purchase-kit/vitest`. */
import { test as base, type TestAPI } from 'vitest'
import { openPartner, type PartnerOptions, type TestPartner } from './partner.ts'

/** What each test receives. */
export type PartnerFixtures = {
  /** Overridden for a file, or within a `describe`: `test.override('partnerOptions', { … })`. */
  readonly partnerOptions: PartnerOptions
  /** A partner for this test alone, with its own key, mock, clock and journal. */
  readonly partner: TestPartner
}

/**
 * Vitest's `test`, which gives each test its own partner and mock, in this process: no socket, no real waiting,
 * and nothing that is shared with another test.
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

export type { PartnerClock, PartnerOptions, TestPartner } from './partner.ts'
