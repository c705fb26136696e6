import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import { serve } from '../../../mock-server/serve.ts'
import { buildReport } from '../../report/build-report.ts'
import { FACTS } from '../../report/report.fixture.ts'
import { advancedPace } from '../../run/pace.ts'
import { openSession } from '../../run/session.ts'
import { targetOf } from '../../run/target.ts'
import { runChecks } from '../../run-checks.ts'
import { FOREIGN_DOCUMENTS, learntFrom } from './learnt.fixture.ts'

test.for(Object.entries(FOREIGN_DOCUMENTS))(
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
      const results = await runChecks(openSession(target, { pace: advancedPace(clock) }))
      const report = buildReport({ ...FACTS, profile }, results)
      expect(report.clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
      expect(report.assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    } finally {
      await mock.close()
    }
  },
)
