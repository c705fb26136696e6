import { manualClock } from '../../contract/clock.ts'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Verdict } from '../../contract/report/verdict.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../../fixtures/partners.ts'
import { inProcess } from '../http/network.ts'
import { buildReport } from '../report/build-report.ts'
import type { CheckResult } from '../result.ts'
import { advancedPace } from '../run/pace.ts'
import { openSession } from '../run/session.ts'
import { newRunId, targetOf } from '../run/target.ts'
import { runChecks } from '../run-checks.ts'
import type { JudgedServer, SuiteRun } from './broken-server.ts'
import { fetchChanged } from './serve-changed.ts'

/** How the suite judges a server: the verdict on each clause, and every result. */
export type ServerJudgement = {
  readonly verdicts: ReadonlyMap<ServerClauseId, Verdict>
  readonly results: readonly CheckResult[]
}

/** After this time an order counts as never settled: shortens the runs of servers that never settle one. */
const PROFILE = resolveProfile({ limits: { settleSeconds: 40 }, provenance: { limits: 'confirmed' } })

const BASE_URL = 'http://mock.invalid'

/**
 * Lets the suite judge a changed mock in this process. Only waiting advances its clock, and it accepts only the run's
 * key and those of its named partners.
 */
export async function judgeServer(
  { change }: Pick<JudgedServer, 'change'>,
  run: SuiteRun = 'default',
): Promise<ServerJudgement> {
  const clock = manualClock()
  const thorough = run === 'thorough'
  const apiKey = `pk_test_${newRunId()}`
  const target = targetOf({
    baseUrl: BASE_URL,
    apiKey,
    profile: PROFILE,
    notAllowedKey: ALLOWLISTED_PARTNER.key,
    thorough,
  })
  const partners = [...PARTNERS, { ...ORDINARY_PARTNER, id: 'judged', key: apiKey }]
  const mock = { clock, profile: PROFILE, unknownKeys: 'reject', partners } as const
  const network = inProcess(fetchChanged(change(clock), mock))
  const results = await runChecks(openSession(target, { pace: advancedPace(clock), network }))
  const facts = {
    tool: { name: 'mutants', version: '0' },
    baseUrl: BASE_URL,
    mode: null,
    profile: PROFILE,
    thorough,
    startedAt: 0,
    durationMs: 0,
    purchases: null,
  }
  const { clauses } = buildReport(facts, results)
  return { verdicts: new Map(clauses.map(({ id, verdict }) => [id as ServerClauseId, verdict])), results }
}
