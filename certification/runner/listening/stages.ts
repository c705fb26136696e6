import { asksToComeAgain } from '../../../contract/judging/said.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { orderStatusOf } from '../../../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../../../contract/wire/processing.ts'
import { subjectsOf } from './split-trials.ts'

/** How far a client has come with one scenario. */
export type Stage = 'untouched' | 'under-way' | 'ended'

/**
 * How far a client has come with each scenario, by SKU. It has ended when each card to buy has its final
 * answer: a settled order, or a refusal that no retry changes.
 */
export function stagesOf(
  exchanges: readonly Exchange[],
  scenarios: readonly Scenario[],
  openingBalance: number | null,
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
  openingBalance: number | null,
  profile: Profile,
): Stage {
  if (about.length === 0) return 'untouched'
  // A client that sees that it can't pay need not buy.
  if (scenario.price > (openingBalance ?? Infinity)) return 'ended'
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
