import type { Scenario } from '../../../contract/scenario.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Trigger } from '../triggers/trigger.ts'
import { TRIGGERS } from '../triggers.ts'
import type { CrashPoint } from './crash.ts'

/** One scenario that every client goes through, whole or with a crash on the way. */
export type Run = { readonly name: string; readonly scenario: Scenario; readonly crashAt?: CrashPoint }

const triggers: readonly Trigger[] = Object.values(TRIGGERS)

/** Every scenario, then those with a crash that the triggers name. */
export const RUNS: readonly Run[] = [
  ...SCENARIOS.map((scenario) => ({ name: scenario.sku, scenario })),
  ...triggers.flatMap(({ scenarios, crashAt }): readonly Run[] =>
    crashAt === undefined
      ? []
      : SCENARIOS.filter(({ sku }) => scenarios.includes(sku)).map((scenario) => ({
          name: runName(scenario.sku, crashAt),
          scenario,
          crashAt,
        })),
  ),
]

/** The names of the runs that bring a trigger about; none where it is there in all. */
export function runsOf({ scenarios, crashAt }: Trigger): readonly string[] {
  return scenarios.map((sku) => runName(sku, crashAt))
}

function runName(sku: string, crashAt: CrashPoint | undefined): string {
  return crashAt === undefined ? sku : `${sku} (killed: ${crashAt})`
}
