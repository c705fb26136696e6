import type { Profile } from '../contract/profile/profile.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { orderStatusOf } from '../contract/wire/exchange-facts.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import { operationsOf } from '../contract/wire/operations.ts'
import { parametersIn } from '../contract/wire/path-template.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { asksToComeAgain } from '../contract/wire/status.ts'
import { type Movement, movementsOf, ordinaryMovements, sumOf } from './balance.ts'
import { MOST_EXCHANGES } from './journal.ts'
import type { Trial, Unreadable } from './trial.ts'

/** What one client did in a sandbox that all scenarios share. */
export type SharedRun = {
  /** In the order of their arrival. */
  readonly exchanges: readonly Exchange[]
  readonly scenarios: readonly Scenario[]
  readonly profile: Profile
  readonly endedMs: number
  readonly openingBalance: number
  readonly unrecorded: number
  /** What else arrived and was not an HTTP request. It belongs to no card. */
  readonly unreadable?: readonly Unreadable[]
}

/**
 * Splits a run in one sandbox into trials. A request about a card goes to its scenario, by the SKU in it or by the
 * reference of an order for it. A request about no card, such as a ping, goes to all scenarios. A scenario in which
 * nothing was bought or looked up has no trial.
 */
export function splitTrials(run: SharedRun): readonly Trial[] {
  const subjects = subjectsOf(run.exchanges, run.profile)
  const about = (sku: string | null) => run.exchanges.filter((one) => subjects.get(one) === sku)
  const movements = new Map(
    [...new Set(subjects.values())].map((sku) => [sku, movementsOfCard(sku, about(sku), run)] as const),
  )
  return run.scenarios.flatMap((scenario): Trial | [] => {
    const own = about(scenario.sku)
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined || !own.some((one) => isBegun(one, scenario, run)))
      return []
    const all = run.exchanges.filter((one) => [null, scenario.sku].includes(subjects.get(one) ?? null))
    const exchanges = all.slice(0, MOST_EXCHANGES)
    const others = [...movements].flatMap(([sku, moved]) => (sku === scenario.sku ? [] : moved))
    const before = others.filter(({ atMs }) => atMs <= first.arrivedMs)
    const between = others.filter(({ atMs }) => atMs > first.arrivedMs && atMs <= last.arrivedMs)
    return {
      scenario,
      exchanges,
      ...{ beganMs: 0, endedMs: run.endedMs, exit: null },
      // The mock's own history may lack a top-up.
      openingBalance: Math.max(0, run.openingBalance + sumOf(before)),
      others: between,
      unrecorded: all.length - exchanges.length + run.unrecorded,
      unreadable: run.unreadable?.length ? run.unreadable : undefined,
    }
  })
}

function movementsOfCard(
  sku: string | null,
  about: readonly Exchange[],
  run: SharedRun,
): readonly Movement[] {
  const scenario = run.scenarios.find((one) => one.sku === sku)
  if (scenario !== undefined) return movementsOf(about, scenario)
  return sku === null ? [] : ordinaryMovements(about, sku, run.profile)
}

/** To read a price does not begin a scenario, unless the card is too dear: then there is nothing more to do. */
function isBegun({ operation }: Exchange, { price }: Scenario, { openingBalance }: SharedRun): boolean {
  return operation !== 'getPrice' || price > openingBalance
}

/** The SKU that each exchange is about; null if it is about none. */
function subjectsOf(exchanges: readonly Exchange[], profile: Profile): ReadonlyMap<Exchange, string | null> {
  const { getPrice, lookupOrder } = operationsOf(profile)
  const skus = new Map<string, string>()
  const subjects = new Map<Exchange, string | null>()
  for (const exchange of exchanges) {
    const bought = purchaseIn(exchange)
    if (bought !== undefined && !skus.has(bought.partnerReference))
      skus.set(bought.partnerReference, bought.sku)
    const { target, body } = exchange.request
    const reference =
      parametersIn(lookupOrder.path, target, true)?.partnerReference ?? memberOf(body, 'partnerReference')
    const priced =
      exchange.operation === 'createOrder' ? undefined : parametersIn(getPrice.path, target, true)?.sku
    subjects.set(exchange, bought?.sku ?? priced ?? skus.get(reference ?? '') ?? null)
  }
  return subjects
}

/** What a request asked to buy. A request that was refused early has no recorded order, so its body is read. */
function purchaseIn({ order, request }: Exchange): { partnerReference: string; sku: string } | undefined {
  if (order !== null) return order
  const [partnerReference, sku] = [memberOf(request.body, 'partnerReference'), memberOf(request.body, 'sku')]
  return sku === undefined ? undefined : { partnerReference: partnerReference ?? '', sku }
}

function memberOf(body: string | null, name: string): string | undefined {
  const value = readPointer(parseJson(body ?? ''), `/${name}`)
  return typeof value === 'string' ? value : undefined
}

/** How far a client has come with one scenario. */
export type Stage = 'untouched' | 'under-way' | 'ended'

/**
 * How far a client has come with each scenario, by SKU. A scenario has ended when each card to buy has its final
 * answer: a settled order, or a refusal that no retry changes.
 */
export function stagesOf(
  exchanges: readonly Exchange[],
  scenarios: readonly Scenario[],
  openingBalance: number,
  profile: Profile,
): ReadonlyMap<string, Stage> {
  const subjects = subjectsOf(exchanges, profile)
  return new Map(
    scenarios.map((scenario) => {
      const about = exchanges.filter((exchange) => subjects.get(exchange) === scenario.sku)
      return [scenario.sku, stageOf(about, scenario, openingBalance, profile)]
    }),
  )
}

function stageOf(
  about: readonly Exchange[],
  scenario: Scenario,
  openingBalance: number,
  profile: Profile,
): Stage {
  if (about.length === 0) return 'untouched'
  // A client that can't pay need not buy.
  if (scenario.price > openingBalance) return 'ended'
  const ends = about.filter((exchange) => isEnd(exchange, profile))
  const ended = new Set(ends.map(({ order }) => order?.partnerReference ?? ''))
  const isTurnedAway =
    scenario.revokesKey && about.some(({ response }) => response?.status === profile.errors.unauthenticated)
  return ended.size >= scenario.purchases || isTurnedAway ? 'ended' : 'under-way'
}

function isEnd(exchange: Exchange, { errors }: Profile): boolean {
  const { operation, response, delivery } = exchange
  if (delivery?.outcome !== 'delivered' || response === null) return false
  if (operation === 'createOrder' && response.status >= 400 && response.status < 500)
    return !asksToComeAgain(response.status, errors)
  const status = orderStatusOf(exchange)
  return status !== undefined && status !== PROCESSING
}
