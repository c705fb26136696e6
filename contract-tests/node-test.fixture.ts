import { after, describe, test } from 'node:test'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { refuseAll } from './mutants/middleware.ts'
import { serveChanged } from './mutants/serve-changed.ts'
import { contractSuite } from './suite.ts'

/** A file of `node:test` that declares the suite against a server of its own: the mock, or one whose balance is gone. */
const { url, close } = await serveChanged(
  process.env.BALANCE === 'gone' ? refuseAll('getBalance', 404) : (request, forward) => forward(request),
)
after(close)
const apiKey = 'pk_test_suite'
contractSuite({ baseUrl: url, apiKey, notAllowedKey: ALLOWLISTED_PARTNER.key }, { describe, test })
