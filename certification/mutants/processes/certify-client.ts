import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import type { Report } from '../../../contract/report/report.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { judgeTrials } from '../../judge.ts'
import type { Command } from '../../runner/process/run-client.ts'
import { runTrials } from '../../runner/trials/run-trials.ts'

/** More than any client here takes beyond its scenario, on however busy a machine. */
const MARGIN_SECONDS = 90

/** Runs a client, as it is started by hand, through some scenarios at once, and judges it. */
export async function certifyClient(command: Command, skus: readonly string[]): Promise<Report> {
  const scenarios = SCENARIOS.filter(({ sku }) => skus.includes(sku))
  const plan = {
    command,
    profile: DEFAULT_PROFILE,
    scenarios: SCENARIOS,
    marginSeconds: MARGIN_SECONDS,
    stop: new AbortController().signal,
    isHurried: () => false,
  }
  const watch = { onStart: () => {}, onSeen: () => {}, onEnd: () => {} }
  const began = performance.now()
  const ended = await runTrials(scenarios, scenarios.length, plan, watch)
  const trials = [...ended.values()].flatMap(({ trial }) => trial ?? [])
  return judgeTrials(trials, DEFAULT_PROFILE, {
    tool: TOOL,
    baseUrl: 'http://127.0.0.1',
    mode: 'TEST',
    startedAt: Date.now(),
    durationMs: performance.now() - began,
    scenarios,
    command,
    digest: null,
  })
}
