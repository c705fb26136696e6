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

/** What is run, and what the recording says of it beforehand. */
export type CertificationPlan = {
  readonly profile: Profile
  /** The whole table, each scenario by the SKU of its card. */
  readonly scenarios: readonly Scenario[]
  /** The scenarios to run, in the order in which they are started. */
  readonly chosen: readonly Scenario[]
  /** The catalogue, where no card shows what it does. */
  readonly cards?: readonly CatalogueProduct[] | undefined
  /** The SKU that a scenario has in its table, by that of its card, where they differ. */
  readonly own?: ReadonlyMap<string, string> | undefined
  readonly stated: Pick<RunHead, 'command' | 'name' | 'rerun' | 'source' | 'challenge'>
}

/** @throws {UnknownScenarioError | ProfileError} for a scenario that is not there, or a profile that can't be used. */
export function certificationPlan(options: CertifyOptions): CertificationPlan {
  const { scenarios = SCENARIOS, profile = {}, only } = options
  const restarts = options.command !== undefined && options.restart === true ? RESTARTS : []
  const table = [...new Map([...restarts, ...scenarios].map((one) => [one.sku, one])).values()]
  return {
    profile: resolveProfile(profile),
    stated: statedBy(options),
    // Where a certificate can follow, the names of cards say nothing.
    ...(only === undefined
      ? withSecretCards(table)
      : { scenarios: table, chosen: chooseScenarios(table, only) }),
  }
}

/** Never with a key. */
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
 * Gives each scenario a card with an ordinary name, and puts their starts in an order, both by chance. Nobody can choose
 * or repeat it: an owner who could would certify a client that knows the cards by heart.
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
    own: new Map(table.map(({ sku }) => [skuOf(sku), sku])),
    chosen: startOrder(scenarios),
    cards: [...cards.values(), ...ORDINARY_CARDS].sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

/**
 * By chance, except that the longest scenario is among the first half: a run takes as long as that one, from its start.
 * All that a client can tell by a late start is that its own is another one.
 */
function startOrder(scenarios: readonly Scenario[]): readonly Scenario[] {
  const [longest, ...others] = shuffled(scenarios).toSorted((one, other) => followed(other) - followed(one))
  if (longest === undefined) return []
  return shuffled(others).toSpliced(randomInt(Math.ceil(scenarios.length / 2)), 0, longest)
}

/** For how many seconds its orders are PROCESSING. */
function followed({ course, purchases }: Scenario): number {
  return purchases * course.processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
}

/** By the random bits of the system, which say nothing of the next ones. */
function shuffled<T>(values: readonly T[]): readonly T[] {
  const left = [...values]
  return values.flatMap(() => left.splice(randomInt(left.length), 1))
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
 * @throws {UnknownScenarioError} for a name that no scenario has, or for no name.
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

/** The trials of a run, and where and why they ended. Where it ended with its preflight, that is the only one. */
export type CertificationRun = Pick<RunHead, 'baseUrl' | 'durationMs' | 'ending'> & {
  readonly trials: readonly Trial[]
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/** What a recording says of a run, with each scenario under the name that it has in its table. */
export function journalHead(
  { profile, scenarios, chosen, own, stated }: CertificationPlan,
  { startedAt, durationMs, baseUrl, ending }: Omit<CertificationRun, 'trials'>,
): RunHead {
  return {
    reference: REFERENCE_VERSION,
    rules: RULES_VERSION,
    tool: TOOL,
    startedAt: new Date(startedAt).toISOString(),
    ...{ durationMs, baseUrl, ending },
    ...stated,
    cards: own && Object.fromEntries([...own].map(([card, sku]) => [sku, card])),
    profile,
    scenarios: scenarios.map((scenario) => ownScenario(scenario, own)),
    planned: scenarios.filter((one) => chosen.includes(one)).map(({ sku }) => own?.get(sku) ?? sku),
  }
}

export function ownScenario(scenario: Scenario, own: CertificationPlan['own']): Scenario {
  return { ...scenario, sku: own?.get(scenario.sku) ?? scenario.sku }
}

export function ownTrial(trial: Trial, known: CertificationPlan['own']): Trial {
  const own = known?.get(trial.scenario.sku)
  return own === undefined ? trial : { ...trial, own }
}

/** The journal of a run: its trials in the order of the table. */
export function journalOf({ scenarios, chosen, ...rest }: CertificationPlan, run: CertificationRun): string {
  const preflights = run.trials.map(({ scenario }) => scenario).filter(isPreflight)
  const plan = { ...rest, scenarios: [...scenarios, ...preflights], chosen: [...chosen, ...preflights] }
  const head = journalHead(plan, run)
  const order = head.scenarios.map(({ sku }) => sku)
  const place = (trial: Trial) => order.indexOf(namesOf(trial).sku)
  const trials = run.trials.map((trial) => ownTrial(trial, plan.own))
  return journalText({ head, trials: trials.toSorted((one, other) => place(one) - place(other)) })
}
