import { after, describe, test } from 'node:test'
import { FAST_CLOCK as clock } from '../contract/testing/fast-clock.fixture.ts'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { refuseAll } from './mutants/middleware.ts'
import { serveChanged } from './mutants/serve-changed.ts'
import { paceOf } from './run/pace.ts'
import { targetOf } from './run/target.ts'
import { declareSuite } from './suite.ts'

/** A file of `node:test` that declares the suite against a server of its own: the mock, or one whose balance is gone. */
const { url, close } = await serveChanged(
  process.env.BALANCE === 'gone' ? refuseAll('getBalance', 404) : (request, forward) => forward(request),
  { clock },
)
after(close)
const target = targetOf({ baseUrl: url, apiKey: 'pk_test_suite', notAllowedKey: ALLOWLISTED_PARTNER.key })
declareSuite(target, { describe, test }, { pace: paceOf(clock) })
