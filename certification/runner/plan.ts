import { randomBytes } from 'node:crypto'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { RESTARTS, SCENARIOS } from '../../fixtures/scenarios.ts'
import { type Certificate, LOOPBACK_HOSTS, makeCertificate } from '../../mock-server/tls/make-certificate.ts'
import { chooseScenarios } from './choose-scenarios.ts'
import type { CertifyOptions } from './options.ts'
import type { Command } from './process/run-client.ts'
import { seededCards } from './seeded-cards.ts'
import { secondsOf } from './trials/scenario-time.ts'

/** What a certification runs, and what it judges by. */
export type CertificationPlan = {
  readonly profile: Profile
  /** The whole table, each scenario by the SKU of its card. */
  readonly scenarios: readonly Scenario[]
  /** The scenarios to run, in the order in which they are started. */
  readonly chosen: readonly Scenario[]
  /** The catalogue. Default: the ordinary cards and one for each scenario. */
  readonly cards?: readonly CatalogueProduct[] | undefined
  /** What the cards of the scenarios are named by; left out where they have their own names. */
  readonly seed?: string | undefined
  /** The SKU that a scenario has in its table, by that of its card, where they differ. */
  readonly own?: ReadonlyMap<string, string> | undefined
  /** What else the recording says of the run. */
  readonly stated: Pick<CertifyOptions, 'source' | 'challenge' | 'issuer' | 'rehearsal'>
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
  const { source, challenge, issuer, rehearsal } = options
  const restarts = options.command !== undefined && options.restart === true ? RESTARTS : []
  const { tls: asked } = options
  // Clients trust the user's own certificate already.
  const given = typeof asked === 'object' ? { authority: '', ...asked } : undefined
  const tls = asked === true ? makeCertificate(hostsOf(options)) : given
  return {
    profile: resolveProfile(profile),
    command,
    name,
    rerun,
    tls,
    stated: { source, challenge, issuer, rehearsal },
    ...tableOf([...new Map([...restarts, ...scenarios].map((one) => [one.sku, one])).values()], options),
  }
}

/** What a client may call the mock by. */
function hostsOf({ listen }: CertifyOptions): readonly string[] {
  return listen?.host === undefined ? LOOPBACK_HOSTS : [...LOOPBACK_HOSTS, listen.host]
}

/** The scenarios as they are run. Where a certificate can follow, the names of cards say nothing, if nobody asked for them. */
function tableOf(known: readonly Scenario[], { only, rehearsal, plainSkus, seed }: CertifyOptions) {
  if (only === undefined && rehearsal !== true && plainSkus !== true) {
    const secret = seed ?? randomBytes(SEED_BYTES).toString('hex')
    const { scenarios, cards, own, started } = seededCards(known, secret)
    return { scenarios, cards, own, seed: secret, chosen: started }
  }
  const chosen = chooseScenarios(known, only)
  // Waiting is most of it.
  return { scenarios: known, chosen: chosen.toSorted((one, other) => secondsOf(other) - secondsOf(one)) }
}

const SEED_BYTES = 16
