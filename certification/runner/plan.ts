import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { RESTARTS, SCENARIOS } from '../../fixtures/scenarios.ts'
import { type Certificate, LOOPBACK_HOSTS, makeCertificate } from '../../mock-server/tls/make-certificate.ts'
import { chooseScenarios, namesIn, skuOf } from './choose-scenarios.ts'
import type { CertifyOptions } from './options.ts'
import type { Command } from './process/run-client.ts'
import { seededCards } from './seeded-cards.ts'

/** What a certification runs, and what it judges by. */
export type CertificationPlan = {
  readonly profile: Profile
  /** The whole table. */
  readonly scenarios: readonly Scenario[]
  /** The scenarios to run. */
  readonly chosen: readonly Scenario[]
  /** The catalogue. Default: the ordinary cards and one for each scenario. */
  readonly cards?: readonly CatalogueProduct[] | undefined
  /** What the cards of the scenarios are named by; left out where they have their own names. */
  readonly seed?: number | undefined
  /** What the mock proves itself by, where it serves https. */
  readonly tls?: Certificate | undefined
  /** Null where the client is a service that was started elsewhere. */
  readonly command: Command | null
  /** What the client is called; left out where nobody said so. */
  readonly name?: string | undefined
  /** The words that start such a run, up to its scenarios; left out where a program started it. */
  readonly rerun?: readonly string[] | undefined
}

/**
 * Makes the plan of a run from its options.
 *
 * @throws {UnknownScenarioError} for a scenario that is not there.
 * @throws {ProfileError} for a profile that can't be used.
 */
export function certificationPlan(options: CertifyOptions): CertificationPlan {
  const { scenarios = SCENARIOS, profile = {}, command = null, name, rerun } = options
  const restarts = options.command !== undefined && options.restart === true ? RESTARTS : []
  const tls = options.tls === true ? makeCertificate(hostsOf(options)) : undefined
  return {
    profile: resolveProfile(profile),
    command,
    name,
    rerun,
    tls,
    ...tableOf([...scenarios, ...restarts], options),
  }
}

/** What a client may call the mock by. */
function hostsOf({ listen }: CertifyOptions): readonly string[] {
  return listen?.host === undefined ? LOOPBACK_HOSTS : [...LOOPBACK_HOSTS, listen.host]
}

/** The scenarios as they are run. A seed renames their cards; `only` still takes the usual SKUs. */
function tableOf(known: readonly Scenario[], { only, seed }: CertifyOptions) {
  if (seed === undefined) return { scenarios: known, chosen: chooseScenarios(known, only) }
  const { scenarios, cards, skus } = seededCards(known, seed)
  const usual = [...skus.keys()]
  const named = only && namesIn(only, usual).map((name) => skus.get(skuOf(name, usual) ?? '') ?? name)
  return { scenarios, cards, seed, chosen: chooseScenarios(scenarios, named) }
}
