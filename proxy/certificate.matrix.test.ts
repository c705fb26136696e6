import { expect, test } from 'vitest'
import { isOnWire } from '../certification/at-service.ts'
import { HEAD } from '../certification/journal/journal.fixture.ts'
import { journalText } from '../certification/journal/journal.ts'
import { judgeJournal } from '../certification/judge-journal.ts'
import { GOOD } from '../certification/mutants/client/decisions.ts'
import { PLAYED, trialOf } from '../certification/mutants/runner/model-trial.ts'
import { CELLS, clientOfCell } from '../certification/mutants/table.ts'
import { RULES_VERSION } from '../certification/rules.ts'
import type { Trial, TrialTarget } from '../certification/trial.ts'
import { conclusionOf } from '../cli/certification/conclusion.ts'
import type { ServiceFacts } from '../contract/report/subject.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { proxiedSandbox } from './testing/in-process.fixture.ts'

const SERVICE: ServiceFacts = {
  baseUrl: 'https://api.example.com',
  mode: 'TEST',
  broken: [],
  observed: ['auth'],
  differs: ['states'],
}
const WALKS_AWAY = CELLS.find(
  ({ name }) => name === 'walks away, exits with 1: the connection is lost, the order recorded',
)
const MISTAKEN = WALKS_AWAY === undefined ? GOOD : clientOfCell(WALKS_AWAY).decisions

async function journalOf(
  service: ServiceFacts,
  incomplete: (sku: string) => string | null = () => null,
  decisions = GOOD,
) {
  const trials = await Promise.all(
    SCENARIOS.map(async (scenario): Promise<Trial> => {
      if (!isOnWire(scenario)) return trialOf(GOOD, scenario)
      const target: TrialTarget = {
        baseUrl: service.baseUrl,
        sku: scenario.sku,
        price: 2500,
        incomplete: incomplete(scenario.sku),
      }
      const isMistaken = scenario.sku === 'SCENARIO-LOST-AFTER'
      return { ...(await trialOf(isMistaken ? decisions : GOOD, scenario, PLAYED, proxiedSandbox)), target }
    }),
  )
  const planned = SCENARIOS.map(({ sku }) => sku)
  const head = {
    ...HEAD,
    rules: RULES_VERSION,
    scenarios: [...SCENARIOS],
    planned,
    service,
    seed: 'a'.repeat(32),
  }
  return journalText({ head, trials })
}

test('a certificate has both columns, and is judged again from its journal', async () => {
  const journal = await journalOf(SERVICE)
  expect(journal).toContain('"schema":"partner-purchase/journal@2"')
  const judgement = judgeJournal(journal)
  expect(judgement.isCertified).toBe(true)
  expect(conclusionOf(judgement).sentences.join(' ')).toContain(
    '22 scenarios against https://api.example.com, mode TEST; 16 against the mock, each with its reason. Observed there: auth. The service differs from the profile: states.',
  )
  const reasons = judgement.report.remarks.filter(({ id }) => id === 'at-the-mock')
  expect(reasons).toHaveLength(16)
})

test('a clause that the service breaks excuses only the scenarios that show it, and keeps no client from a certificate', async () => {
  const broken = [
    {
      clause: 'purchase-survives-timeout',
      message: 'It was bought twice.',
      scenarios: ['SCENARIO-LOST-AFTER'],
    },
  ]
  const judgement = judgeJournal(await journalOf({ ...SERVICE, broken }, undefined, MISTAKEN))
  const { report } = judgement
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(
    report.scenarios?.filter(({ outcome }) => outcome !== 'kept').map(({ sku, excuse }) => [sku, excuse?.by]),
  ).toEqual([['SCENARIO-LOST-AFTER', 'service']])
  expect(judgement.isCertified).toBe(true)
  expect(conclusionOf(judgement).sentences.join(' ')).toContain(
    'The service breaks purchase-survives-timeout, so that of the client nothing is said by SCENARIO-LOST-AFTER.',
  )
})

test('the same mistake without that excuse is the fault of the client', async () => {
  const { report, isCertified } = judgeJournal(await journalOf(SERVICE, undefined, MISTAKEN))
  expect({ isCertified, outcome: report.outcome }).toEqual({ isCertified: false, outcome: 'broken' })
})

test('a scenario whose reference the service knew before is incomplete, and there is no certificate', async () => {
  const words = 'The service knew the reference "SHOP:1" before.'
  const { report, isCertified } = judgeJournal(
    await journalOf(SERVICE, (sku) => (sku === 'SCENARIO-CUT' ? words : null)),
  )
  expect({ isCertified, outcome: report.outcome }).toEqual({ isCertified: false, outcome: 'incomplete' })
  expect(report.remarks).toContainEqual({ id: 'says-nothing', message: words, scenario: 'SCENARIO-CUT' })
  expect(report.message).toContain('SCENARIO-CUT')
})
