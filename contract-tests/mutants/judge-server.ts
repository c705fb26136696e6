import { manualClock } from '../../contract/clock.ts'
import { resolveProfile } from '../../contract/parse-profile.ts'
import type { ServerClauseId } from '../../contract/server-clauses.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { ALLOWLISTED_PARTNER } from '../../fixtures/partners.ts'
import { buildReport } from '../build-report.ts'
import { inProcess } from '../network.ts'
import { advancedPace } from '../pace.ts'
import type { CheckResult } from '../result.ts'
import { runChecks } from '../run-checks.ts'
import { openSession } from '../session.ts'
import { newRunId, targetOf } from '../target.ts'
import type { Middleware } from './middleware.ts'
import { fetchChanged } from './serve-changed.ts'

/** What the suite says of a server: the verdict on each clause, and every result behind them. */
export type Judgement = {
  readonly verdicts: ReadonlyMap<ServerClauseId, Verdict>
  readonly results: readonly CheckResult[]
}

/** An order that does not settle within this time never will: keeps the servers that never settle one short. */
const PROFILE = resolveProfile({ limits: { settleSeconds: 12 } })

const BASE_URL = 'http://mock.invalid'

/** Lets the suite judge the mock behind a change, in this process. Its time passes by waiting. */
export async function judgeServer(change: Middleware): Promise<Judgement> {
  const clock = manualClock()
  const target = targetOf({
    baseUrl: BASE_URL,
    apiKey: `pk_test_${newRunId()}`,
    profile: PROFILE,
    notAllowedKey: ALLOWLISTED_PARTNER.key,
  })
  const network = inProcess(fetchChanged(change, { clock, profile: PROFILE }))
  const results = await runChecks(openSession(target, { pace: advancedPace(clock), network }))
  const facts = {
    tool: { name: 'mutants', version: '0' },
    baseUrl: BASE_URL,
    mode: null,
    profile: PROFILE,
    startedAt: 0,
    durationMs: 0,
    purchases: null,
  }
  const { clauses } = buildReport(facts, results)
  return { verdicts: new Map(clauses.map(({ id, verdict }) => [id as ServerClauseId, verdict])), results }
}
