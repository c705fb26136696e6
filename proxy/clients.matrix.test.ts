import { describe, expect, test } from 'vitest'
import { readRun } from '../certification/analysis/analysis.ts'
import { isOnWire } from '../certification/at-service.ts'
import { GOOD } from '../certification/mutants/client/decisions.ts'
import { PLAYED, trialOf } from '../certification/mutants/runner/model-trial.ts'
import { CELLS, clientOfCell, VARIATIONS } from '../certification/mutants/table.ts'
import { CLIENT_CLAUSE_IDS, judgeAnalysis } from '../certification/rules.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { sampleOf } from '../contract/testing/sample.fixture.ts'
import { proxiedSandbox } from './testing/in-process.fixture.ts'

type Decisions = Parameters<typeof trialOf>[0]

const ON_WIRE = PLAYED.filter(isOnWire)

/** The verdict on each clause, at the mock and through a proxy before a service that loses nothing. */
async function verdicts(decisions: Decisions, scenario: Scenario, isProxied: boolean) {
  const trial = await (isProxied
    ? trialOf(decisions, scenario, PLAYED, proxiedSandbox)
    : trialOf(decisions, scenario))
  const { findings } = judgeAnalysis(readRun([trial], DEFAULT_PROFILE)[0] as never)
  return Object.fromEntries(CLIENT_CLAUSE_IDS.map((id) => [id, findings[id].verdict]))
}

/** What a proxy refuses before a fault can strike, or the mock: then the rest of a run shows more, or less, of other clauses. */
const REFUSED_FIRST = /web page|adds a field/

async function expectSame(name: string, decisions: Decisions, scenarios: readonly Scenario[]) {
  for (const scenario of scenarios) {
    const [mock, proxied] = [
      await verdicts(decisions, scenario, false),
      await verdicts(decisions, scenario, true),
    ]
    if (!REFUSED_FIRST.test(name)) expect(proxied, scenario.sku).toEqual(mock)
    expect(brokenIn(proxied), scenario.sku).toEqual(brokenIn(mock))
  }
}

function brokenIn(verdicts: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(verdicts).filter((id) => verdicts[id] === 'broken')
}

const applies = CELLS.map((cell) => ({ cell, ...clientOfCell(cell) })).flatMap(
  ({ cell, decisions, scenarios }) => {
    const there = ON_WIRE.filter(({ sku }) => scenarios.some((one) => one === sku))
    return there.length === 0 ? [] : [{ name: cell.name, decisions, there }]
  },
)

describe('through a proxy a broken client gets the verdicts that it gets at the mock', () => {
  for (const { name, decisions, there } of sampleOf(applies))
    test(name, () => expectSame(name, decisions, there))
})

describe('through a proxy a correct client gets the verdicts that it gets at the mock', () => {
  test('the good one', () => expectSame('good', GOOD, ON_WIRE))
  for (const { says, change } of sampleOf(VARIATIONS))
    test(says, () => expectSame(says, { ...GOOD, ...change }, ON_WIRE))
})

test('most cells apply', () => {
  expect(applies.length).toBeGreaterThan(CELLS.length / 4)
})
