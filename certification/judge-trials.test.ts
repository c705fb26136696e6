import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { isCertified } from '../contract/report/certified.ts'
import { reportSchema } from '../contract/report/report.ts'
import { RESTARTS, SCENARIOS } from '../fixtures/scenarios.ts'
import { judgeTrials } from './judge.ts'
import { RULES_VERSION } from './rules.ts'
import { certify, clausesThatAre, FACTS, idsOf, trialsOf } from './testing/certification.fixture.ts'
import { type Client, clientJournal, scenarioOf } from './testing/client-journal.fixture.ts'
import { clientOf } from './testing/clients.fixture.ts'
import type { Trial } from './trial.ts'

const GOOD = clientOf({})
const GOOD_TRIALS = trialsOf(GOOD)
const KEPT = certify(GOOD)
const judged = (trials: ReturnType<typeof trialsOf>, facts = {}) =>
  judgeTrials(trials, DEFAULT_PROFILE, { ...FACTS, ...facts })

test('the start time of a run changes no verdict and no message', () => {
  for (const program of [GOOD, clientOf({ afterLoss: 'buy again', pause: () => 1.02 })]) {
    const verdicts = (beganMs: number) =>
      certify(program, { beganMs }).clauses.map(({ checks }) =>
        checks.map(({ verdict, message }) => [verdict, message]),
      )
    expect(verdicts(7_919_000)).toEqual(verdicts(0))
  }
})

test('the order of the trials changes no verdict', () => {
  const trials = trialsOf(clientOf({ afterLoss: 'fail' }))
  const verdicts = (run: typeof trials) => judged(run).clauses.map(({ verdict }) => verdict)
  expect(verdicts(trials.toReversed())).toEqual(verdicts(trials))
})

test('a run without crash scenarios lists the crash as not tried', () => {
  expect(KEPT.notTried).toEqual(['crash-and-restart'])
  const restarted = RESTARTS.map((scenario) => clientJournal(scenario, GOOD))
  expect(judged([...GOOD_TRIALS, ...restarted]).notTried).toEqual([])
})

const elsewhere = (client: Client) => {
  client.prepare()
  client.buy('SHOP:1')
  client.call('GET', '/order-status?reference=SHOP%3A1')
  return 0
}

/** A trial whose client was refused for its key before it could buy. */
function refused(): Trial {
  const trial = clientJournal({ ...scenarioOf('SCENARIO-LONG'), revokesKey: true }, (client) => {
    client.buy('SHOP:0')
    return client.buy('SHOP:1').status
  })
  return { ...trial, scenario: scenarioOf('SCENARIO-LONG'), exchanges: trial.exchanges.slice(1) }
}

test.each<[string, readonly Trial[]]>([
  ['that did not run', []],
  ['whose card was not bought', [clientJournal('SCENARIO-LONG', (client) => Number(client.ping()))]],
  [
    'whose client looked its PROCESSING order up at another path, and ended',
    [clientJournal('SCENARIO-LONG', elsewhere)],
  ],
  ['whose client was refused its key', [refused()]],
])('a scenario %s leaves the run incomplete, and the report names it', (_, trials) => {
  const others = GOOD_TRIALS.filter(({ scenario }) => scenario.sku !== 'SCENARIO-LONG')
  const report = judged([...others, ...trials])
  expect(report).toMatchObject({ outcome: 'incomplete', message: expect.stringContaining('SCENARIO-LONG') })
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(isCertified(report)).toBe(false)
})

test('a run of one scenario keeps that scenario, and is incomplete since some clauses were not seen', () => {
  const [trial] = GOOD_TRIALS
  const report = judged(trial === undefined ? [] : [trial], { scenarios: SCENARIOS.slice(0, 1) })
  expect(report).toMatchObject({ outcome: 'incomplete', message: null })
  expect(report.scenarios).toMatchObject([{ outcome: 'kept' }])
})

test('a broken must fails the run, and a broken should only fails a strict run', () => {
  expect(certify(clientOf({ afterLoss: 'fail' })).outcome).toBe('broken')
  const unnamed = trialsOf(clientOf({ reference: (purchase) => `${purchase}` }))
  const warned = judged(unnamed)
  expect(warned.outcome).toBe('kept')
  expect(isCertified(warned)).toBe(true)
  expect(judged(unnamed, { isStrict: true })).toMatchObject({
    outcome: 'broken',
    message: expect.stringContaining('stable-reference'),
  })
  expect(judged(trialsOf(clientOf({})), { isStrict: true }).outcome).toBe('kept')
})

describe('the checks of a clause', () => {
  const checksOf = (id: string) =>
    KEPT.clauses.find((clause) => clause.id === id)?.checks.map((check) => check.id)

  test('are one for each scenario that shows the clause', () => {
    expect(checksOf('one-reference-per-purchase')).toEqual([
      'one-reference-per-purchase/SCENARIO-TWO-CARDS',
      'one-reference-per-purchase/SCENARIO-TWO-PACES',
      'one-reference-per-purchase/SCENARIO-TWO-AT-ONCE',
      'one-reference-per-purchase/SCENARIO-TWO-LOST',
      'one-reference-per-purchase/SCENARIO-POLL-LOST',
      'one-reference-per-purchase/SCENARIO-POLL-SLOW',
      'one-reference-per-purchase/SCENARIO-POLL-500',
      'one-reference-per-purchase/SCENARIO-500-AFTER',
    ])
    expect(checksOf('key-stays-on-server')).toHaveLength(SCENARIOS.length)
  })

  test('name the scenarios that should have shown the clause, if none did', () => {
    const silent = certify(() => 0).clauses.find(({ id }) => id === 'waits-poll-after')
    expect(silent?.checks.map(({ id }) => id)).toContain('waits-poll-after/SCENARIO-POLL-CHANGES')
    expect(silent?.checks.every(({ message }) => message !== null)).toBe(true)
  })
})

test('every assumption of the profile is reported as not observed', () => {
  const { assumptions } = KEPT
  expect(assumptions.length).toBeGreaterThan(10)
  expect(new Set(assumptions.map(({ verdict }) => verdict))).toEqual(new Set(['not-observed']))
})

test('the seal of a report names the version of the rules', () => {
  expect(judged([], { digest: 'sha256-1' }).seal).toEqual({ rules: RULES_VERSION, digest: 'sha256-1' })
  expect(judged([]).seal).toBeNull()
})

describe('a client that floods', () => {
  const LOOKUPS = 10_000
  const flood = (client: Client) => {
    client.buy('SHOP:1')
    for (let count = 0; count < LOOKUPS; count += 1) client.lookUp('SHOP:1')
    return 1
  }
  const report = judged([clientJournal('SCENARIO-LONG', flood, { timeLimit: 10_000 })])
  const [scenario] = report.scenarios ?? []

  test('gets a timeline of 200 requests, and a count of the rest', () => {
    expect(scenario?.timeline).toHaveLength(200)
    expect(scenario?.omitted).toBe(LOOKUPS + 1 - 200)
  })

  test('gets four pieces of evidence at most, and a short report', () => {
    const most = Math.max(
      ...report.clauses.flatMap(({ checks }) => checks.map(({ evidence }) => evidence.length)),
    )
    expect(most).toBeLessThanOrEqual(4)
    expect(JSON.stringify(report).length).toBeLessThan(200_000)
    expect(reportSchema.safeParse(report).success).toBe(true)
  })
})

test('a client that buys one card of two is pointed to SERVICE_PURCHASES', () => {
  const program = clientOf({})
  const report = certify((client) => program(Object.assign(client, { purchases: 1 })))
  const fewer = SCENARIOS.filter(({ purchases }) => purchases === 2).map(({ sku }) => sku)
  expect(report.outcome).toBe('incomplete')
  expect(report.message).toBe(
    `The client bought 1 of 2 cards in ${fewer.slice(0, 4).join(', ')} and 4 more: it is to buy as many as SERVICE_PURCHASES says.`,
  )
  const incomplete = report.scenarios?.flatMap(({ sku, outcome }) => (outcome === 'kept' ? [] : [sku]))
  expect(incomplete).toEqual(fewer)
})

test('a service that buys one card of two is pointed to its shopping list', () => {
  const trial = clientJournal('SCENARIO-TWO-CARDS', (client) => client.buy('SHOP:1'), { isListening: true })
  const { message, outcome, scenarios } = judged([trial], { scenarios: [trial.scenario] })
  expect([outcome, scenarios?.[0]?.outcome]).toEqual(['incomplete', 'incomplete'])
  expect(message).toContain('as many as the list says')
})

test('a client that could not follow its first card is not asked for the second', () => {
  const program = (client: Client) => {
    client.prepare()
    client.buy('SHOP:1')
    client.call('GET', '/order-status/SHOP%3A1')
    return 1
  }
  const trial = clientJournal('SCENARIO-TWO-PACES', program)
  const { message } = judged([trial], { scenarios: [trial.scenario] })
  expect(message).toMatch(/^A certificate requires every scenario\. The client did not complete/)
})

test('a client that only resends the identical body keeps every must, except the lookup clause that it never shows', () => {
  const report = certify(clientOf({ afterLoss: 'resend', afterServerError: 'resend', pollBy: 'resend' }))
  expect(clausesThatAre('broken', report)).toEqual([])
  expect(clausesThatAre('not-observed', report)).toEqual(['reads-lookup-position'])
  expect(report.outcome).toBe('incomplete')
  expect(isCertified(report)).toBe(false)
})

test('a client that sends nothing leaves every clause not observed', () => {
  const report = certify(() => 0)
  expect(clausesThatAre('not-observed', report)).toEqual(idsOf('must'))
  expect(clausesThatAre('not-observed', report, 'should')).toEqual(idsOf('should'))
  expect(report.outcome).toBe('incomplete')
})
