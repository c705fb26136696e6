import { randomBytes } from 'node:crypto'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { redact } from '../contract/text/redact.ts'
import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { RESTARTS, SCENARIOS } from '../fixtures/scenarios.ts'
import type { RunHead } from './journal.ts'
import type { CertifyOptions } from './options.ts'
import type { SandboxPlan } from './sandbox.ts'
import { secondsOf } from './scenario-time.ts'

export type CertificationPlan = Pick<SandboxPlan, 'profile' | 'cards'> & {
  /** The whole table, each scenario by the SKU of its card. */
  readonly scenarios: readonly Scenario[]
  /** The scenarios to run, in the order in which they are started. */
  readonly chosen: readonly Scenario[]
  /** The SKU that a scenario has in its table, by that of its card, where they differ. */
  readonly own?: ReadonlyMap<string, string> | undefined
  /** What else the recording says of the run. */
  readonly stated: Pick<RunHead, 'command' | 'name' | 'rerun' | 'source' | 'challenge'>
}

/** @throws {UnknownScenarioError | ProfileError} for a scenario that is not there, or a profile that can't be used. */
export function certificationPlan(options: CertifyOptions): CertificationPlan {
  const { scenarios = SCENARIOS, profile = {} } = options
  const restarts = options.command !== undefined && options.restart === true ? RESTARTS : []
  return {
    profile: resolveProfile(profile),
    stated: statedBy(options),
    ...tableOf([...new Map([...restarts, ...scenarios].map((one) => [one.sku, one])).values()], options.only),
  }
}

/** Never with a key. */
function statedBy(options: CertifyOptions): CertificationPlan['stated'] {
  const { command, name, rerun, source, challenge } = options
  return {
    command: command?.map((word) => redact(word)) ?? null,
    name: name && redact(name),
    rerun: rerun?.map((word) => redact(word)),
    source,
    challenge: challenge && redact(challenge),
  }
}

/** The scenarios as they are run. Where a certificate can follow, the names of cards say nothing. */
function tableOf(known: readonly Scenario[], only: CertifyOptions['only']) {
  if (only === undefined) return withSecretCards(known)
  const chosen = chooseScenarios(known, only)
  // Waiting is most of it.
  return { scenarios: known, chosen: chosen.toSorted((one, other) => secondsOf(other) - secondsOf(one)) }
}

const COLOURS = ['Amber', 'Azure', 'Coral', 'Crimson', 'Ivory', 'Jade', 'Lilac', 'Olive', 'Pearl', 'Saffron']
const ANIMALS = ['Badger', 'Falcon', 'Heron', 'Ibex', 'Lynx', 'Marten', 'Otter', 'Raven', 'Stork', 'Tapir']
const BRANDS = COLOURS.flatMap((colour) => ANIMALS.map((animal) => `${colour} ${animal}`))

/**
 * Gives each scenario a card with an ordinary name, and puts their starts in an order, both by chance. Nobody can choose
 * or repeat it: an owner who could would certify a client that knows the cards by heart.
 */
export function withSecretCards(table: readonly Scenario[]) {
  const brands = shuffled(BRANDS)
  const cards = new Map(
    shuffled(table).map(({ sku, price }, index) => [sku, cardOf(numbered(brands, index), price)]),
  )
  const skuOf = (sku: string) => cards.get(sku)?.sku ?? sku
  const scenarios = table.map((scenario) => ({ ...scenario, sku: skuOf(scenario.sku) }))
  return {
    scenarios,
    own: new Map(table.map(({ sku }) => [skuOf(sku), sku])),
    chosen: shuffled(scenarios),
    cards: [...cards.values(), ...ORDINARY_CARDS].sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

/** By the random bits of the system, which say nothing of the next ones. */
function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, rank: randomBytes(16).toString('hex') }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ value }) => value)
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
