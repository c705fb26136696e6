import { TOOL } from '../../contract/report/kit.ts'
import { REFERENCE_VERSION } from '../../contract/report/report.ts'
import type { ServiceFacts } from '../../contract/report/service-facts.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { journalText } from '../journal/journal.ts'
import type { RunHead } from '../journal/journal-schema.ts'
import { RULES_VERSION } from '../rules.ts'
import { namesOf, type Trial } from '../trial.ts'
import type { CertificationPlan } from './plan.ts'

/** The trials of a run, and where and why they ended. */
export type CertificationRun = {
  readonly trials: readonly Trial[]
  readonly baseUrl: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
  /** Why it ended early, as a sentence; null if it did not. */
  readonly ending: string | null
  /** What was found of the real service that some trials ran at. */
  readonly service?: ServiceFacts
  /** The scenario of the preflight, where the run ended with it: the only trial is of that. */
  readonly preflight?: Scenario
}

/** The head of the journal of a run. */
export function journalHead(
  { profile, scenarios, chosen, seed, own, stated }: CertificationPlan,
  { startedAt, durationMs, baseUrl, ending, service }: Omit<CertificationRun, 'trials'>,
): RunHead {
  return {
    reference: REFERENCE_VERSION,
    rules: RULES_VERSION,
    tool: TOOL,
    startedAt: new Date(startedAt).toISOString(),
    ...{ durationMs, baseUrl, ending, service, seed },
    ...stated,
    cards: own && Object.fromEntries([...own].map(([card, sku]) => [sku, card])),
    profile,
    scenarios: scenarios.map((scenario) => ownScenario(scenario, own)),
    planned: scenarios.filter((one) => chosen.includes(one)).map(({ sku }) => own?.get(sku) ?? sku),
  }
}

/** A scenario by the SKU that it has in its table. */
export function ownScenario(scenario: Scenario, own: CertificationPlan['own']): Scenario {
  return { ...scenario, sku: own?.get(scenario.sku) ?? scenario.sku }
}

/** A trial, with the SKU that its scenario has in its table. */
export function ownTrial(trial: Trial, known: CertificationPlan['own']): Trial {
  const own = trial.target === undefined ? known?.get(trial.scenario.sku) : undefined
  return own === undefined ? trial : { ...trial, own }
}

/** The journal of a run: its trials in the order of the table. */
export function journalOf(planned: CertificationPlan, run: CertificationRun): string {
  const plan = run.preflight === undefined ? planned : withPreflight(planned, run.preflight)
  const order = plan.scenarios.map(({ sku }) => plan.own?.get(sku) ?? sku)
  const place = (trial: Trial) => order.indexOf(namesOf(trial).sku)
  const trials = run.trials
    .map((trial) => ownTrial(trial, plan.own))
    .toSorted((one, other) => place(one) - place(other))
  return journalText({ head: journalHead(plan, run), trials })
}

function withPreflight(plan: CertificationPlan, preflight: Scenario): CertificationPlan {
  const { scenarios, chosen } = plan
  return { ...plan, scenarios: [...scenarios, preflight], chosen: [...chosen, preflight] }
}
