import * as vitest from 'vitest'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { serve } from '../mock-server/serve.ts'
import { newRunId } from './run/target.ts'
import { contractSuite } from './suite.ts'

// The suite as an integrator would import it, against the mock, over a real socket and in real time.
const mock = await serve()
vitest.afterAll(() => mock.close())

contractSuite(
  {
    baseUrl: mock.url,
    apiKey: `pk_test_${newRunId()}`,
    notAllowedKey: ALLOWLISTED_PARTNER.key,
  },
  vitest,
)
