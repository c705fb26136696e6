import { manualClock } from '../../contract/clock.ts'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Report } from '../../contract/report/report.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../../fixtures/partners.ts'
import type { History } from '../history/history.ts'
import { reportOf } from '../report/build-report.ts'
import { advancedPace } from '../run/pace.ts'
import { newRunId, targetOf } from '../run/target.ts'
import { runSuite } from '../run-suite.ts'
import type { JudgedServer } from './broken-server.ts'
import { inProcess } from './in-process.ts'
import { fetchChanged } from './serve-changed.ts'

/** How the suite judges a server: its whole history, and the report of it. */
export type ServerJudgement = { readonly history: History; readonly report: Report }

/** After this time an order counts as never settled: shortens the runs of servers that never settle one. */
const PROFILE = resolveProfile({ limits: { settleSeconds: 40 }, provenance: { limits: 'confirmed' } })

const BASE_URL = 'http://mock.invalid'

/**
 * Lets the suite judge a changed mock in this process. Only waiting advances its clock, and it accepts only the run's
 * key and those of its named partners.
 */
export async function judgeServer({ change }: Pick<JudgedServer, 'change'>): Promise<ServerJudgement> {
  const clock = manualClock()
  const apiKey = `pk_test_${newRunId()}`
  const target = targetOf({
    baseUrl: BASE_URL,
    apiKey,
    profile: PROFILE,
    notAllowedKey: ALLOWLISTED_PARTNER.key,
  })
  const partners = [...PARTNERS, { ...ORDINARY_PARTNER, id: 'judged', key: apiKey }]
  const mock = { clock, profile: PROFILE, unknownKeys: 'reject', partners } as const
  const network = inProcess(fetchChanged(change(clock), mock))
  const history = await runSuite(target, { pace: advancedPace(clock), network })
  return { history, report: reportOf(history) }
}
