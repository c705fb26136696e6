import { contractSuite } from 'partner-purchase-kit/contract-tests'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER } from 'partner-purchase-kit/fixtures'
import { serve } from 'partner-purchase-kit/mock-server'

const { key: apiKey } = ORDINARY_PARTNER
const { key: notAllowedKey } = ALLOWLISTED_PARTNER

// Jest can't skip a test that runs: this mock knows its partners, and so everything is observed.
const mock = await serve({ partners: [ORDINARY_PARTNER, ALLOWLISTED_PARTNER], unknownKeys: 'reject' })
afterAll(() => mock.close())
contractSuite({ baseUrl: mock.url, apiKey, notAllowedKey }, { describe, test })
