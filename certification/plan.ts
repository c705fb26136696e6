import { randomInt } from 'node:crypto'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { TOOL } from '../contract/report/kit.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { redact } from '../contract/text/redact.ts'
import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { RESTARTS, SCENARIOS } from '../fixtures/scenarios.ts'
import { journalText, type RunHead } from './journal.ts'
import type { CertifyOptions } from './options.ts'
import { isPreflight } from './preflight-scenario.ts'
import { RULES_VERSION } from './rules.ts'
import { namesOf, type Trial } from './trial.ts'

/** What a run will do, and what its recording says of the run beforehand. */
export type CertificationPlan = {
  readonly profile: Profile
  /** The whole table. Each scenario has the SKU of its card. */
  readonly scenarios: readonly Scenario[]
  /** The scenarios to run, in the order in which they are started. */
  readonly chosen: readonly Scenario[]
  /** The catalogue, if the cards are secret. */
  readonly cards?: readonly CatalogueProduct[] | undefined
  /** The scenario's SKU in its table, by the SKU of its card. Only for secret cards. */
  readonly scenarioSkus?: ReadonlyMap<string, string> | undefined
  readonly stated: Pick<RunHead, 'command' | 'name' | 'rerun' | 'source' | 'challenge'>
}

/** @throws {UnknownScenarioError | ProfileError} for an unknown scenario, or an invalid profile. */
export function certificationPlan(options: CertifyOptions): CertificationPlan {
  const { scenarios = SCENARIOS, profile = {}, only } = options
  const restarts = options.command !== undefined && options.restart === true ? RESTARTS : []
  const table = [...new Map([...restarts, ...scenarios].map((one) => [one.sku, one])).values()]
  return {
    profile: resolveProfile(profile),
    stated: statedBy(options),
    // A run of all scenarios may become a certificate, so its cards are secret.
    ...(only === undefined
      ? withSecretCards(table)
      : { scenarios: table, chosen: chooseScenarios(table, only) }),
  }
}

/** The user's own words, without any key. */
function statedBy({ command, name, rerun, source, challenge }: CertifyOptions): CertificationPlan['stated'] {
  return {
    command: command?.map((word) => redact(word)) ?? null,
    name: name && redact(name),
    rerun: rerun?.map((word) => redact(word)),
    source,
    challenge: challenge && redact(challenge),
  }
}

const COLOURS = ['Amber', 'Azure', 'Coral', 'Crimson', 'Ivory', 'Jade', 'Lilac', 'Olive', 'Pearl', 'Saffron']
const ANIMALS = ['Badger', 'Falcon', 'Heron', 'Ibex', 'Lynx', 'Marten', 'Otter', 'Raven', 'Stork', 'Tapir']
const BRANDS = COLOURS.flatMap((colour) => ANIMALS.map((animal) => `${colour} ${animal}`))

/**
 * Gives each scenario a card with an ordinary name, and starts them in a random order. Nobody can choose or repeat
 * either: otherwise an owner could certify a client that knows the cards by heart.
 */
export function withSecretCards(table: readonly Scenario[]) {
  const brands = shuffled(BRANDS)
  const cards = new Map(
    table.map(({ sku, price }, index) => [sku, cardOf(numbered(brands, index), price)] as const),
  )
  const skuOf = (sku: string) => cards.get(sku)?.sku ?? sku
  const scenarios = table.map((scenario) => ({ ...scenario, sku: skuOf(scenario.sku) }))
  return {
    scenarios,
    scenarioSkus: new Map(table.map(({ sku }) => [skuOf(sku), sku])),
    chosen: startOrder(scenarios),
    cards: [...cards.values(), ...ORDINARY_CARDS].sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

/**
 * A random order with the longest scenario in its first half, since a run can't end before that one. From a late start,
 * a client only learns that its scenario is not the longest.
 */
function startOrder(scenarios: readonly Scenario[]): readonly Scenario[] {
  const [longest, ...others] = shuffled(scenarios).toSorted((one, other) => followed(other) - followed(one))
  if (longest === undefined) return []
  return shuffled(others).toSpliced(randomInt(Math.ceil(scenarios.length / 2)), 0, longest)
}

/** For how many seconds the orders of a scenario are PROCESSING. */
function followed({ course, purchases }: Scenario): number {
  return purchases * course.processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
}

/** Shuffles by the system's random bits, which don't reveal the next ones. */
function shuffled<T>(values: readonly T[]): readonly T[] {
  const left = [...values]
  return values.flatMap(() => left.splice(randomInt(left.length), 1))
}

/** Every name has the same ending, so that it reveals nothing. The price is in the catalogue anyway. */
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

/** A distinct name for each index: after the last name, they repeat with a number. */
function numbered(names: readonly string[], index: number): string {
  const name = names[index % names.length] ?? ''
  const round = Math.floor(index / names.length)
  return round === 0 ? name : `${name} ${round + 1}`
}

/** A scenario that does not exist was chosen. The message lists those that do. */
export class UnknownScenarioError extends Error {
  override readonly name = 'UnknownScenarioError'

  /** The unknown name. */
  readonly asked: string
  /** The SKUs of all scenarios. */
  readonly known: readonly string[]

  constructor(asked: string, known: readonly string[]) {
    super(`only ${asked}: there is no such scenario. There are: ${known.join(', ')}.`)
    this.asked = asked
    this.known = known
  }
}

/**
 * Chooses scenarios, in the order of the table. `only` holds SKUs in any case, with or without `SCENARIO-`, and may
 * separate several by commas.
 *
 * @throws {UnknownScenarioError} for an unknown name, or for no name.
 */
export function chooseScenarios(table: readonly Scenario[], only: readonly string[]): readonly Scenario[] {
  const unknown = (name: string) => {
    throw new UnknownScenarioError(
      name,
      table.map(({ sku }) => sku),
    )
  }
  const texts = only.flatMap((text) => text.split(',')).map((name) => name.trim())
  const names = texts.filter((name) => name !== '')
  const asked = new Set(names.map((name) => namedIn(table, name) ?? unknown(name)))
  return asked.size === 0 ? unknown(only.join(' ')) : table.filter((scenario) => asked.has(scenario))
}

function namedIn(table: readonly Scenario[], name: string): Scenario | undefined {
  const spellings = [name, `SCENARIO-${name}`].map((one) => one.toUpperCase())
  return table.find(({ sku }) => spellings.includes(sku.toUpperCase()))
}

/** The trials of a run, and where and why they ended. After a failed preflight, that is the only trial. */
export type CertificationRun = Pick<RunHead, 'baseUrl' | 'durationMs' | 'ending'> & {
  readonly trials: readonly Trial[]
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/** The head of a journal, in which each scenario has its own SKU instead of its card's. */
export function journalHead(
  { profile, scenarios, chosen, scenarioSkus, stated }: CertificationPlan,
  { startedAt, durationMs, baseUrl, ending }: Omit<CertificationRun, 'trials'>,
): RunHead {
  return {
    reference: REFERENCE_VERSION,
    rules: RULES_VERSION,
    tool: TOOL,
    startedAt: new Date(startedAt).toISOString(),
    ...{ durationMs, baseUrl, ending },
    ...stated,
    cards: scenarioSkus && Object.fromEntries([...scenarioSkus].map(([card, sku]) => [sku, card])),
    profile,
    scenarios: scenarios.map((scenario) => underOwnSku(scenario, scenarioSkus)),
    planned: scenarios.filter((one) => chosen.includes(one)).map(({ sku }) => scenarioSkus?.get(sku) ?? sku),
  }
}

export function underOwnSku(scenario: Scenario, scenarioSkus: CertificationPlan['scenarioSkus']): Scenario {
  return { ...scenario, sku: scenarioSkus?.get(scenario.sku) ?? scenario.sku }
}

export function withScenarioSku(trial: Trial, scenarioSkus: CertificationPlan['scenarioSkus']): Trial {
  const scenarioSku = scenarioSkus?.get(trial.scenario.sku)
  return scenarioSku === undefined ? trial : { ...trial, scenarioSku }
}

/** The journal of a run: its trials in the order of the table. */
export function journalOf({ scenarios, chosen, ...rest }: CertificationPlan, run: CertificationRun): string {
  const preflights = run.trials.map(({ scenario }) => scenario).filter(isPreflight)
  const plan = { ...rest, scenarios: [...scenarios, ...preflights], chosen: [...chosen, ...preflights] }
  const head = journalHead(plan, run)
  const order = head.scenarios.map(({ sku }) => sku)
  const place = (trial: Trial) => order.indexOf(namesOf(trial).sku)
  const trials = run.trials.map((trial) => withScenarioSku(trial, plan.scenarioSkus))
  return journalText({ head, trials: trials.toSorted((one, other) => place(one) - place(other)) })
}
