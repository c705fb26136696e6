import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import { serve } from '../../../mock-server/serve.ts'
import { reportOf } from '../../report/build-report.ts'
import { advancedPace } from '../../run/pace.ts'
import { targetOf } from '../../run/target.ts'
import { runSuite } from '../../run-suite.ts'
import { FOREIGN_DOCUMENTS, learntFrom } from './learnt.fixture.ts'

// The first one differs from the defaults in most answers.
test.for(sampleOf(Object.entries(FOREIGN_DOCUMENTS), 6))(
  '%s: a server that does what the profile says keeps every clause',
  async ([, path]) => {
    const { profile } = learntFrom(path)
    const clock = manualClock()
    const mock = await serve({ profile, clock })
    try {
      const target = targetOf({
        baseUrl: mock.url,
        apiKey: 'pk_test_foreign_document',
        profile,
        notAllowedKey: ALLOWLISTED_PARTNER.key,
      })
      const report = reportOf(await runSuite(target, { pace: advancedPace(clock) }))
      expect(report.clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
      expect(report.assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    } finally {
      await mock.close()
    }
  },
)
