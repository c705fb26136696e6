import { manualClock } from '../contract/clock.ts'
import type { Report } from '../contract/report/report.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../fixtures/partners.ts'
import { inProcess } from './mutants/in-process.ts'
import type { Middleware } from './mutants/middleware.ts'
import { fetchChanged } from './mutants/serve-changed.ts'
import { reportOf } from './report/build-report.ts'
import { advancedPace } from './run/pace.ts'
import { type TargetOptions, targetOf } from './run/target.ts'
import { runSuite } from './run-suite.ts'

/**
 * The report of a run against a mock in this process, behind a change, and with the run's own profile. It takes the
 * key of the run and those of its named partners alone, and only waiting advances its clock.
 */
export async function reportInProcess(
  options: Partial<TargetOptions> = {},
  change: Middleware = (request, forward) => forward(request),
): Promise<Report> {
  const clock = manualClock()
  const apiKey = 'pk_test_in_process'
  const target = targetOf({
    baseUrl: 'http://mock.invalid',
    apiKey,
    notAllowedKey: ALLOWLISTED_PARTNER.key,
    ...options,
  })
  const partners = [...PARTNERS, { ...ORDINARY_PARTNER, id: 'run', key: apiKey }]
  const mock = { clock, profile: target.profile, unknownKeys: 'reject', partners } as const
  const network = inProcess(fetchChanged(change, mock))
  return reportOf(await runSuite(target, { pace: advancedPace(clock), network }))
}
