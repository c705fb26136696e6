import type { ScenarioReport } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { listed } from '../../contract/text/listed.ts'

/** The SKUs of the scenarios that a certificate lacks. */
export type Missing = {
  readonly notRun: readonly string[]
  /** They were run, and the client did not bring them to an end. */
  readonly incomplete: readonly string[]
}

/** What of the wanted scenarios a run does not have. */
export function missingFrom(wanted: readonly Scenario[], reports: readonly ScenarioReport[]): Missing {
  const ran = new Set(reports.map(({ sku }) => sku))
  return {
    notRun: wanted.map(({ sku }) => sku).filter((sku) => !ran.has(sku)),
    incomplete: reports
      .filter(({ outcome, excuse }) => outcome === 'incomplete' && excuse?.by !== 'service')
      .map(({ sku }) => sku),
  }
}

const NAMED = 5

/**
 * What a certificate lacks, and what to do; null where it lacks nothing.
 *
 * @param ran how many scenarios were run.
 */
export function missingWords({ notRun, incomplete }: Missing, ran: number): string | null {
  if (notRun.length + incomplete.length === 0) return null
  if (ran === 0) return 'A certificate requires every scenario, and nothing was seen of any of them.'
  const left =
    incomplete.length === 0
      ? []
      : [
          `The client did not complete ${listed(incomplete, NAMED)}: check that it buys each card and follows its order.`,
        ]
  const open = notRun.length === 0 ? [] : [`Not run: ${listed(notRun, NAMED)}. Run all of them together.`]
  return ['A certificate requires every scenario.', ...left, ...open].join(' ')
}
