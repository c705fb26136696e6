import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import type { ClauseReport, Report, ScenarioReport } from '../contract/report/report.ts'
import { outcomeOf } from '../contract/report/verdict.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { listed } from '../contract/text/listed.ts'
import { refusalCodeOf } from '../contract/wire/exchange-facts.ts'
import type { Analysis } from './analysis.ts'
import { isRefusedAsNobody, isShutOutAfter } from './orders.ts'
import { CLIENT_CLAUSE_IDS, type JudgedTrial } from './rules.ts'
import { namesOf } from './trial.ts'

/** Everything that decides the outcome of a run. */
export type RunEnd = {
  readonly judged: readonly JudgedTrial[]
  readonly clauses: readonly ClauseReport[]
  readonly scenarios: readonly ScenarioReport[]
  /** Every scenario that a certificate requires. */
  readonly wanted: readonly Scenario[]
  /** Why the client could not begin; undefined if it could. */
  readonly startFailure: string | undefined
  /** Reasons, each a sentence, why the run can't become a certificate whatever the client did. */
  readonly reservations: readonly string[]
  /** Whether a broken `should` fails the run. */
  readonly isStrict: boolean
}

/**
 * The outcome of a run, and its reason. No other place decides it. A fault of the mock comes first, since it says
 * nothing about the client. Then a broken must fails the run; a broken should does so in a strict run. Anything that is
 * missing leaves the run incomplete.
 */
export function runOutcome(run: RunEnd): Pick<Report, 'outcome' | 'message'> {
  const { judged, clauses, reservations, isStrict } = run
  const failed = judged.map(({ analysis }) => analysis.trial).filter(hasMockFault)
  if (failed.length > 0) return { outcome: 'harness-fault', message: faultWords(namesIn(failed)) }
  const said = (...more: readonly string[]) => [...reservations, ...more].join(' ') || null
  const verdict = outcomeOf(clauses)
  if (verdict === 'broken') return { outcome: 'broken', message: said() }
  const warned = clauses.filter(({ level, verdict: one }) => level === 'should' && one === 'broken')
  if (isStrict && warned.length > 0) return { outcome: 'broken', message: strictWords(warned) }
  const missing = missingIn(run)
  const isKept = verdict === 'kept' && missing === undefined && reservations.length === 0
  return isKept ? { outcome: 'kept', message: null } : { outcome: 'incomplete', message: said(missing ?? '') }
}

type Trial = Analysis['trial']

function hasMockFault({ exchanges }: Trial): boolean {
  return exchanges.some((one) => refusalCodeOf(one) === 'mock-fault')
}

function namesIn(trials: readonly Trial[]): readonly string[] {
  return trials.map((trial) => namesOf(trial).sku)
}

const NAMED = 4

function faultWords(skus: readonly string[]): string {
  return `The mock itself has an error, which says nothing about the client: it failed to answer in ${listed(skus, NAMED)}. Please report it.`
}

function strictWords(warned: readonly ClauseReport[]): string {
  const named = warned.map(({ id }) => id).join(', ')
  return `No must-clause is broken, but the run is strict, and these should-clauses are not kept: ${named}.`
}

/** What is missing for a certificate, and what to do; undefined if nothing is. */
function missingIn({ startFailure, judged, scenarios, wanted }: RunEnd): string | undefined {
  if (startFailure !== undefined) return startFailure
  const fewer = judged.map(({ analysis }) => analysis).filter((one) => hasBoughtFewer(one) && hasSettled(one))
  const [first] = fewer
  if (first !== undefined)
    return `The client bought 1 of ${first.trial.scenario.purchases} cards in ${listed(namesIn(fewer.map(({ trial }) => trial)), NAMED)}: it is to buy as many as ${first.trial.exit === null ? 'the list' : 'SERVICE_PURCHASES'} says.`
  const ran = scenarios.map(({ sku }) => sku)
  const notRun = wanted.map(({ sku }) => sku).filter((sku) => !ran.includes(sku))
  const incomplete = scenarios.filter(({ outcome }) => outcome === 'incomplete').map(({ sku }) => sku)
  if (notRun.length + incomplete.length === 0) return undefined
  if (ran.length === 0) return 'A certificate requires every scenario, and nothing was seen of any of them.'
  const lacking =
    incomplete.length > 0
      ? ` The client did not complete ${listed(incomplete, NAMED)}: check that it buys each card and follows its order.`
      : ''
  const left = notRun.length > 0 ? ` Not run: ${listed(notRun, NAMED)}. Run all of them together.` : ''
  return `A certificate requires every scenario.${lacking}${left}`
}

/**
 * A scenario is kept if its card was bought, no must is broken, and every order was settled. An order may stay
 * `PROCESSING` if the scenario itself revokes the client's access.
 */
export function scenarioOutcome({ analysis, findings }: JudgedTrial): ScenarioReport['outcome'] {
  const musts = CLIENT_CLAUSE_IDS.filter((id) => CLIENT_CLAUSES[id].level === 'must')
  if (musts.some((id) => findings[id].verdict === 'broken')) return 'broken'
  return hasBegun(analysis) && !hasLeftOne(analysis) && !hasBoughtFewer(analysis) ? 'kept' : 'incomplete'
}

/** True if the client reached the scenario: it bought the card, or read its price and could not afford it. */
function hasBegun({ trial, purchases, profile }: Analysis): boolean {
  const { scenario, openingBalance, exchanges } = trial
  const isAsked = purchases.some(
    ({ sku, exchange }) => sku === scenario.sku && !isRefusedAsNobody(exchange, profile),
  )
  const hasSeenPrice = exchanges.some(
    ({ operation, response }) => operation === 'getPrice' && response?.status === 200,
  )
  return isAsked || (scenario.price > openingBalance && hasSeenPrice)
}

function hasLeftOne({ orders, trial, profile }: Analysis): boolean {
  return orders.some(({ received }) => {
    const last = received.at(-1)
    if (last?.summary.isProcessing !== true) return false
    return !(trial.scenario.revokesKey && isShutOutAfter(last.request.exchange, trial, profile))
  })
}

/** True if the client sent a purchase, but for fewer cards than it was to buy. */
function hasBoughtFewer({ trial: { scenario }, orders }: Analysis): boolean {
  const bought = orders.filter(({ sku }) => sku === scenario.sku)
  return bought.length > 0 && bought.length < scenario.purchases
}

/** A client that never saw its first order settled had another reason to buy no more. */
function hasSettled({ orders }: Analysis): boolean {
  return orders.every(({ received }) => received.at(-1)?.summary.isProcessing === false)
}
