import { TOOL } from '../contract/report/kit.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { journalText, type RunHead } from './journal.ts'
import type { CertificationPlan } from './plan.ts'
import { isPreflight } from './preflight-scenario.ts'
import { RULES_VERSION } from './rules.ts'
import { namesOf, type Trial } from './trial.ts'

/** The trials of a run, and where and why they ended. Where it ended with its preflight, that is the only one. */
export type CertificationRun = Pick<RunHead, 'baseUrl' | 'durationMs' | 'ending'> & {
  readonly trials: readonly Trial[]
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

export function journalHead(
  { profile, scenarios, chosen, own, stated }: CertificationPlan,
  { startedAt, durationMs, baseUrl, ending }: Omit<CertificationRun, 'trials'>,
): RunHead {
  return {
    reference: REFERENCE_VERSION,
    rules: RULES_VERSION,
    tool: TOOL,
    startedAt: new Date(startedAt).toISOString(),
    ...{ durationMs, baseUrl, ending },
    ...stated,
    cards: own && Object.fromEntries([...own].map(([card, sku]) => [sku, card])),
    profile,
    scenarios: scenarios.map((scenario) => ownScenario(scenario, own)),
    planned: scenarios.filter((one) => chosen.includes(one)).map(({ sku }) => own?.get(sku) ?? sku),
  }
}

export function ownScenario(scenario: Scenario, own: CertificationPlan['own']): Scenario {
  return { ...scenario, sku: own?.get(scenario.sku) ?? scenario.sku }
}

export function ownTrial(trial: Trial, known: CertificationPlan['own']): Trial {
  const own = known?.get(trial.scenario.sku)
  return own === undefined ? trial : { ...trial, own }
}

/** The journal of a run: its trials in the order of the table. */
export function journalOf({ scenarios, chosen, ...rest }: CertificationPlan, run: CertificationRun): string {
  const preflights = run.trials.map(({ scenario }) => scenario).filter(isPreflight)
  const plan = { ...rest, scenarios: [...scenarios, ...preflights], chosen: [...chosen, ...preflights] }
  const order = plan.scenarios.map(({ sku }) => plan.own?.get(sku) ?? sku)
  const place = (trial: Trial) => order.indexOf(namesOf(trial).sku)
  const trials = run.trials
    .map((trial) => ownTrial(trial, plan.own))
    .toSorted((one, other) => place(one) - place(other))
  return journalText({ head: journalHead(plan, run), trials })
}
