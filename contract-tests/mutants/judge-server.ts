import { manualClock } from '../../contract/clock.ts'
import { resolveProfile } from '../../contract/parse-profile.ts'
import type { ServerClauseId } from '../../contract/server-clauses.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { ALLOWLISTED_PARTNER } from '../../fixtures/partners.ts'
import { buildReport } from '../build-report.ts'
import { advancedPace } from '../pace.ts'
import type { CheckResult } from '../result.ts'
import { runChecks } from '../run-checks.ts'
import { openSession } from '../session.ts'
import { newRunId, targetOf } from '../target.ts'
import type { Middleware } from './middleware.ts'
import { serveChanged } from './serve-changed.ts'

/** What the suite says of a server: the verdict on each clause, and every result behind them. */
export type Judgement = {
  readonly verdicts: ReadonlyMap<ServerClauseId, Verdict>
  readonly results: readonly CheckResult[]
}

/** An order that does not settle within this time never will: keeps the servers that never settle one short. */
const PROFILE = resolveProfile({ limits: { settleSeconds: 12 } })

/** Serves the mock behind a change, over a real socket, and lets the suite judge it. Its time passes by waiting. */
export async function judgeServer(change: Middleware): Promise<Judgement> {
  const clock = manualClock()
  const served = await serveChanged(change, { clock, profile: PROFILE })
  try {
    const target = targetOf({
      baseUrl: served.url,
      apiKey: `pk_test_${newRunId()}`,
      profile: PROFILE,
      notAllowedKey: ALLOWLISTED_PARTNER.key,
    })
    const results = await runChecks(openSession(target, { pace: advancedPace(clock) }))
    const tool = { name: 'mutants', version: '0' }
    const facts = {
      tool,
      baseUrl: served.url,
      mode: null,
      profile: PROFILE,
      startedAt: 0,
      durationMs: 0,
      purchases: null,
    }
    const { clauses } = buildReport(facts, results)
    return { verdicts: new Map(clauses.map(({ id, verdict }) => [id as ServerClauseId, verdict])), results }
  } finally {
    await served.close()
  }
}
