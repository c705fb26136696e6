import { createHmac, randomBytes } from 'node:crypto'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { redact } from '../../contract/text/redact.ts'
import { ORDINARY_CARDS } from '../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { RESTARTS, SCENARIOS } from '../../fixtures/scenarios.ts'
import type { RunHead } from '../journal/journal-schema.ts'
import type { CertifyOptions } from './options.ts'
import type { SandboxPlan } from './sandbox.ts'
import { secondsOf } from './trials/scenario-time.ts'

export type CertificationPlan = Pick<SandboxPlan, 'profile' | 'cards'> & {
  /** The whole table, each scenario by the SKU of its card. */
  readonly scenarios: readonly Scenario[]
  /** The scenarios to run, in the order in which they are started. */
  readonly chosen: readonly Scenario[]
  /** What the cards of the scenarios are named by; left out where they have their own names. */
  readonly seed?: string | undefined
  /** The SKU that a scenario has in its table, by that of its card, where they differ. */
  readonly own?: ReadonlyMap<string, string> | undefined
  /** What else the recording says of the run. */
  readonly stated: Pick<RunHead, 'command' | 'name' | 'rerun' | 'source' | 'challenge' | 'issuer'>
}

/** @throws {UnknownScenarioError | ProfileError} for a scenario that is not there, or a profile that can't be used. */
export function certificationPlan(options: CertifyOptions): CertificationPlan {
  const { scenarios = SCENARIOS, profile = {} } = options
  const restarts = options.command !== undefined && options.restart === true ? RESTARTS : []
  return {
    profile: resolveProfile(profile),
    stated: statedBy(options),
    ...tableOf([...new Map([...restarts, ...scenarios].map((one) => [one.sku, one])).values()], options),
  }
}

/** Never with a key. */
function statedBy(options: CertifyOptions): CertificationPlan['stated'] {
  const { command, name, rerun, source, challenge, issuer } = options
  return {
    command: command?.map((word) => redact(word)) ?? null,
    name: name && redact(name),
    rerun: rerun?.map((word) => redact(word)),
    source,
    challenge: challenge && redact(challenge),
    issuer: issuer && redact(issuer),
  }
}

/** The scenarios as they are run. Where a certificate can follow, the names of cards say nothing, if nobody asked for them. */
function tableOf(
  known: readonly Scenario[],
  { only, plainSkus, seed = randomBytes(SEED_BYTES).toString('hex') }: CertifyOptions,
) {
  if (only === undefined && plainSkus !== true) return seededCards(known, seed)
  const chosen = chooseScenarios(known, only)
  // Waiting is most of it.
  return { scenarios: known, chosen: chosen.toSorted((one, other) => secondsOf(other) - secondsOf(one)) }
}

const SEED_BYTES = 16

const COLOURS = ['Amber', 'Azure', 'Coral', 'Crimson', 'Ivory', 'Jade', 'Lilac', 'Olive', 'Pearl', 'Saffron']
const ANIMALS = ['Badger', 'Falcon', 'Heron', 'Ibex', 'Lynx', 'Marten', 'Otter', 'Raven', 'Stork', 'Tapir']

/**
 * Names the card of each scenario, and puts their starts in an order, by a secret: the same one gives the same. All that a
 * client sees of it are names. They are picked by HMAC-SHA-256, so that from them it finds neither the secret nor the rest.
 *
 * @param seed hexadecimal digits, at least 32 of them.
 */
export function seededCards(table: readonly Scenario[], seed: string) {
  const key = Buffer.from(seed, 'hex')
  const shuffled = <T>(values: readonly T[], purpose: string, nameOf: (value: T) => string) =>
    values
      .map((value) => ({
        value,
        rank: createHmac('sha256', key)
          .update(`${purpose} ${nameOf(value)}`)
          .digest('hex'),
      }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      .map(({ value }) => value)
  const pairs = COLOURS.flatMap((colour) => ANIMALS.map((animal) => `${colour} ${animal}`))
  const brands = shuffled(pairs, 'brand', (brand) => brand)
  const named = shuffled(table, 'card', ({ sku }) => sku)
  const cards = new Map(named.map(({ sku, price }, index) => [sku, cardOf(numbered(brands, index), price)]))
  const skuOf = (sku: string) => cards.get(sku)?.sku ?? sku
  const scenarios = table.map((scenario) => ({ ...scenario, sku: skuOf(scenario.sku) }))
  return {
    seed,
    scenarios,
    own: new Map(table.map(({ sku }) => [skuOf(sku), sku])),
    chosen: shuffled(scenarios, 'start', ({ sku }) => sku),
    cards: [...cards.values(), ...ORDINARY_CARDS].sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

/** The same ending for every name: the catalogue shows the price. */
function cardOf(brand: string, price: number): CatalogueProduct {
  return {
    sku: `${brand.toUpperCase().replaceAll(' ', '-')}-25`,
    name: `${brand} gift card 25`,
    brand,
    faceValue: price,
    price,
    releasedOn: '2024-01-01',
  }
}

/** A distinct name for each index: names repeat with a number behind them. */
function numbered(names: readonly string[], index: number): string {
  const name = names[index % names.length] ?? ''
  const round = Math.floor(index / names.length)
  return round === 0 ? name : `${name} ${round + 1}`
}

/** A scenario was named that does not exist. The message lists those that do. */
export class UnknownScenarioError extends Error {
  override readonly name = 'UnknownScenarioError'

  /** The name that no scenario has. */
  readonly asked: string
  /** The SKUs that there are. */
  readonly known: readonly string[]

  constructor(asked: string, known: readonly string[]) {
    super(`only ${asked}: there is no such scenario. There are: ${known.join(', ')}.`)
    this.asked = asked
    this.known = known
  }
}

/**
 * In the order of the table. `only` has SKUs in any case, with or without `SCENARIO-`; a text may name several, with commas.
 *
 * @throws {UnknownScenarioError} for a name that no scenario has.
 */
export function chooseScenarios(
  scenarios: readonly Scenario[],
  only: readonly string[] | undefined,
): readonly Scenario[] {
  if (only === undefined) return scenarios
  const skus = scenarios.map(({ sku }) => sku)
  const asked = new Set(namesIn(only, skus).map((name) => skuOf(name, skus) ?? unknown(name, skus)))
  if (asked.size === 0) unknown(only.join(' '), skus)
  return scenarios.filter(({ sku }) => asked.has(sku))
}

const PREFIX = 'SCENARIO-'

/** The names in texts; a SKU of the user's own may have a comma in it. */
function namesIn(texts: readonly string[], skus: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => (skuOf(text, skus) === undefined ? text.split(',') : text))
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** The SKU that a name means: the name itself, or what follows `SCENARIO-` in it. */
function skuOf(name: string, skus: readonly string[]): string | undefined {
  const asked = name.toUpperCase()
  return [asked, PREFIX + asked].flatMap((one) => skus.find((sku) => sku.toUpperCase() === one) ?? [])[0]
}

function unknown(name: string, skus: readonly string[]): never {
  throw new UnknownScenarioError(name, skus)
}
