import { expect, test, vi } from 'vitest'
import { isCertified } from '../certification/certificate.ts'
import { judgeTrials } from '../certification/judge.ts'
import type { Command } from '../certification/process/run-client.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../contract/client-clauses.ts'
import { DEFAULT_PROFILE } from '../contract/profile-defaults.ts'
import type { Report } from '../contract/report.ts'
import { BROKEN_CLIENTS } from '../examples/broken/variations.mjs'
import { GOOD_CLIENTS } from '../examples/good-clients.fixture.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { runTrials } from './certification/run-trials.ts'
import { TOOL } from './tool.ts'

/** Runs a client, as it is started by hand, through some scenarios, and judges it. */
async function certify(command: Command, skus: readonly string[]): Promise<Report> {
  const scenarios = SCENARIOS.filter(({ sku }) => skus.includes(sku))
  const plan = {
    command,
    profile: DEFAULT_PROFILE,
    scenarios: SCENARIOS,
    marginSeconds: 90,
    stop: new AbortController().signal,
    isHurried: () => false,
  }
  const watch = { onStart: () => {}, onSeen: () => {}, onEnd: () => {} }
  const ended = await runTrials(scenarios, scenarios.length, plan, watch)
  const trials = [...ended.values()].flatMap(({ trial }) => trial ?? [])
  const facts = { tool: TOOL, baseUrl: 'http://127.0.0.1', mode: 'TEST', startedAt: 0, durationMs: 0 }
  return judgeTrials(trials, DEFAULT_PROFILE, { ...facts, scenarios, command, digest: null })
}

function clausesOf(report: Report, verdict: string): readonly string[] {
  return report.clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

// Most of a client's time is waiting.
vi.setConfig({ maxConcurrency: 12 })

/** Half a minute of waiting for the service, and a busy machine. */
const PATIENCE = 170_000

/** Every one that does the right thing; the last is what the broken ones are without their mistakes. */
const GOOD: readonly (readonly [name: string, command: Command])[] = [
  ...Object.entries(GOOD_CLIENTS),
  ['broken by nothing', ['node', 'examples/broken/run.mjs', 'none']],
]

test.concurrent.each(GOOD)('%s is certified', { timeout: PATIENCE }, async (_, command) => {
  const report = await certify(
    command,
    SCENARIOS.map(({ sku }) => sku),
  )
  const messages = report.clauses.flatMap(({ checks }) => checks.flatMap(({ message }) => message ?? []))
  expect(
    { broken: clausesOf(report, 'broken'), unseen: clausesOf(report, 'not-observed') },
    messages.join('\n'),
  ).toEqual({
    broken: [],
    unseen: [],
  })
  expect(isCertified(report)).toBe(true)
})

test.concurrent.each(BROKEN_CLIENTS)(
  '$name is blamed by $breaks, and by no clause that it keeps',
  { timeout: PATIENCE },
  async ({ command, breaks, alongside, scenarios }) => {
    const report = await certify(command, scenarios)
    expect(clausesOf(report, 'broken').toSorted()).toEqual([breaks, ...alongside].toSorted())
  },
)

test('every clause that binds a client has a client that breaks it', () => {
  const broken = new Set(BROKEN_CLIENTS.map(({ breaks }) => breaks))
  expect(Object.keys(CLIENT_CLAUSES).filter((id) => !broken.has(id as ClientClauseId))).toEqual([])
})
