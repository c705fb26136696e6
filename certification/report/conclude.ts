import type { Report, ScenarioReport } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { listed } from '../../contract/text/listed.ts'
import { refusalCodeOf } from '../../contract/wire/exchange-facts.ts'
import { namesOf, type Trial } from '../trial.ts'
import { changedWords, type ScenarioTable } from './scenario-report.ts'

export type OutcomeBasis = {
  readonly trials: readonly Trial[]
  /** Why the run ended before its end, as a sentence; null where it did not. */
  readonly ending: string | null
  /** Whether a broken `should` fails the run. */
  readonly isStrict: boolean
  /** The scenarios that the client went through. Default: the built-in ones. */
  readonly table?: ScenarioTable
}

/**
 * A report as its run ended, and as strict as was asked. A run that was ended before its time, or had other scenarios than
 * the built-in ones, is not kept; one in which the mock itself failed says nothing of the client.
 */
export function conclude(report: Report, { trials, ending, isStrict, table }: OutcomeBasis): Report {
  const failed = trials
    .filter(({ exchanges }) => exchanges.some((one) => refusalCodeOf(one) === 'mock-fault'))
    .map((trial) => namesOf(trial).sku)
  if (failed.length > 0) return { ...report, outcome: 'harness-fault', message: faultWords(failed) }
  const whole = table === undefined || table.builtIn ? report : unfinished(report, changedWords(table))
  const ended = ending === null ? whole : unfinished(whole, ending)
  return isStrict ? withStrictShould(ended) : ended
}

const NAMED = 3

function faultWords(skus: readonly string[]): string {
  return `The mock itself has an error, which says nothing about the client: it failed to answer in ${listed(skus, NAMED)}. Please report it.`
}

function unfinished(report: Report, ending: string): Report {
  const message = report.message === null ? ending : `${ending} ${report.message}`
  return { ...report, message, outcome: report.outcome === 'kept' ? 'incomplete' : report.outcome }
}

/** A report in which a broken `should` counts as a broken `must`. */
function withStrictShould(report: Report): Report {
  const warned = report.clauses.filter(({ level, verdict }) => level === 'should' && verdict === 'broken')
  if (warned.length === 0 || (report.outcome !== 'kept' && report.outcome !== 'incomplete')) return report
  const named = warned.map(({ id }) => id).join(', ')
  const message = `No must-clause is broken, but the run is strict, and these should-clauses are not kept: ${named}.`
  return { ...report, outcome: 'broken', message }
}

const LISTED = 5

/** What a certificate lacks, and what to do; null where it lacks nothing. */
export function missingWords(wanted: readonly Scenario[], reports: readonly ScenarioReport[]): string | null {
  const ran = new Set(reports.map(({ sku }) => sku))
  const notRun = wanted.map(({ sku }) => sku).filter((sku) => !ran.has(sku))
  const incomplete = reports.filter(({ outcome }) => outcome === 'incomplete').map(({ sku }) => sku)
  if (notRun.length + incomplete.length === 0) return null
  if (reports.length === 0)
    return 'A certificate requires every scenario, and nothing was seen of any of them.'
  const words = [
    'A certificate requires every scenario.',
    incomplete.length > 0 &&
      `The client did not complete ${listed(incomplete, LISTED)}: check that it buys each card and follows its order.`,
    notRun.length > 0 && `Not run: ${listed(notRun, LISTED)}. Run all of them together.`,
  ]
  return words.filter((text) => text !== false).join(' ')
}
