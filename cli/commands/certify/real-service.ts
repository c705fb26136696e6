import { isOnWire, purchasesOf } from '../../../certification/at-service.ts'
import type { RealService } from '../../../certification/runner/options.ts'
import { namesOf, type Trial } from '../../../certification/trial.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { ServiceFacts } from '../../../contract/report/subject.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { readPointer } from '../../../contract/wire/json-pointer.ts'
import { moneyWords, parseAmount } from '../../../contract/wire/money.ts'
import { operationsOf } from '../../../contract/wire/operations.ts'
import { expandPath } from '../../../contract/wire/path-template.ts'
import { serviceFacts } from '../../../contract-tests/report/build-report.ts'
import { type Certificate, LOOPBACK_HOSTS, makeCertificate } from '../../../mock-server/tls/certificate.ts'
import { openClient } from '../../../proxy/open-client.ts'
import { type OpenedProxy, openProxy, TargetError } from '../../../proxy/serve.ts'
import { serviceHistory } from '../../../proxy/service-history.ts'
import { InputError, type Io } from '../../io.ts'
import { tellingIfSlow, unansweredReason } from '../../target/preflight.ts'
import { baseUrlOf, proxyFor, requiredKey } from '../../target/target-options.ts'
import type { CertifyCommandOptions } from './command.ts'

export type ServiceOptions = { readonly baseUrl: string } & Pick<
  CertifyCommandOptions,
  'sku' | 'maxPurchases' | 'allowHttp' | 'tls' | 'listen' | 'port' | 'host' | 'allowFrom'
>

/** A real service behind a proxy, until it is closed. */
export type OpenedService = {
  readonly service: RealService
  /** What the proxy and the mocks prove themselves by. */
  readonly certificate: Certificate | undefined
  /** What a run would buy there, as text. */
  plan(scenarios: readonly Scenario[]): string
  close(): Promise<void>
}

const MOST_PURCHASES = 50
/** How many prices are read to find the cheapest card. */
const MOST_PRICES = 30

/**
 * Opens a proxy before a TEST environment, and chooses the card to buy there. Where a client is listened to, it is opened
 * where that finds it, once there is something to listen to: until then a mock may be there.
 *
 * @param given the user's own certificate; else one is made, where https is asked for.
 * @throws {InputError} for options and a card that can't be used.
 * @throws {TargetError} for a service that is not reached, or is in no TEST mode.
 */
export async function openService(
  options: ServiceOptions,
  profile: Profile,
  given: Pick<Certificate, 'cert' | 'key'> | undefined,
  io: Io,
): Promise<OpenedService> {
  const key = requiredKey(io.env, 'Put the TEST key of the service in it: no client gets it.')
  const baseUrl = baseUrlOf(options.baseUrl, options)
  const by = proxyFor(baseUrl, io.env)
  const reason = await tellingIfSlow(
    io,
    `Waiting for ${baseUrl} to answer.`,
    unansweredReason({ baseUrl, proxy: by }, { apiKey: key, profile }),
  )
  if (reason !== undefined) throw new TargetError(reason, true)
  const maxPurchases = options.maxPurchases ?? MOST_PURCHASES
  const { host } = options
  const tls = given ?? (options.tls ? makeCertificate([...LOOPBACK_HOSTS, host]) : undefined)
  const common = { baseUrl, key, profile, proxy: by, tls, maxPurchases, hasSurface: false }
  // No web page knows a key that is made for one scenario, whatever it calls this machine.
  const found = { keys: [], hosts: null, host, port: options.port, allowFrom: options.allowFrom }
  const opening = openProxy(common)
  let proxy = await tellingIfSlow(io, `Waiting for ${baseUrl} to answer a ping with the key.`, opening)
  let isPlaced = options.listen !== true
  const close = once(() => proxy.close())
  const placed = async () => {
    if (isPlaced) return proxy
    isPlaced = true
    await proxy.close()
    proxy = await openProxy({ ...common, ...found })
    return proxy
  }
  try {
    const card = await chosenCard(proxy, profile, options.sku)
    const service: RealService = {
      ...{ baseUrl, card, close },
      open: async (scenario) => openClient(await placed(), scenario.faults),
      conclude: (trials) => conclude(proxy, trials, profile, baseUrl),
    }
    const plan = (scenarios: readonly Scenario[]) =>
      planText(scenarios.filter(isOnWire), service, maxPurchases, profile)
    return { service, certificate: tls && { authority: '', ...tls }, plan, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

type Card = RealService['card']

/** The named card, or the cheapest that the balance covers. */
async function chosenCard(proxy: OpenedProxy, profile: Profile, wanted: string | undefined): Promise<Card> {
  const { money } = profile
  const paths = operationsOf(profile)
  const read = async (path: string) => {
    const outcome = await proxy.read(path)
    return 'status' in outcome && outcome.status < 300 ? parseJson(outcome.text) : undefined
  }
  const priceOf = async (sku: string) =>
    parseAmount(
      readPointer(await read(expandPath(paths.getPrice.path, { sku })), profile.price.amount),
      money,
    ) ?? null
  const listed = readPointer(await read(paths.listProducts.path), profile.products.pointer)
  const skus = (Array.isArray(listed) ? listed : []).flatMap((one) =>
    typeof one?.sku === 'string' ? [String(one.sku)] : [],
  )
  if (wanted !== undefined) {
    if (skus.length === 0 || skus.includes(wanted)) return { sku: wanted, price: await priceOf(wanted) }
    throw new InputError(
      `--sku: ${JSON.stringify(wanted)} is not in the catalogue of the service. ${nearestOf(wanted, skus)} Nothing was bought.`,
    )
  }
  const balance = parseAmount(readPointer(await read(paths.getBalance.path), profile.balance.amount), money)
  const cards: { readonly sku: string; readonly price: number }[] = []
  for (const sku of skus.slice(0, MOST_PRICES)) {
    const price = await priceOf(sku)
    if (price !== null) cards.push({ sku, price })
  }
  const [cheapest] = cards.toSorted((one, other) => one.price - other.price)
  if (cheapest !== undefined && (balance === undefined || cheapest.price <= balance)) return cheapest
  throw new InputError(
    cheapest === undefined
      ? 'No card with a price was found in the catalogue of the service. Name one by --sku, and check products and price in the profile.'
      : `The balance of the service, ${moneyWords(balance ?? 0, money)}, does not cover its cheapest card. Ask the operator for more TEST balance.`,
  )
}

function planText(
  there: readonly Scenario[],
  { card, baseUrl }: RealService,
  maxPurchases: number,
  { money }: Profile,
): string {
  const most = there.reduce((sum, scenario) => sum + purchasesOf(scenario), 0)
  const cards = there.reduce((sum, { purchases }) => sum + purchases, 0)
  const price = card.price === null ? 'a price that could not be read' : moneyWords(card.price, money)
  return [
    `Nothing was bought. At ${baseUrl} a run would go through ${there.length} scenarios, with the card ${JSON.stringify(card.sku)} at ${price}:`,
    `  ${cards} cards, if the service keeps the contract, and at most ${most} purchases sent for them, resends included.`,
    `  A client that polls by the identical body sends more. The limit is --max-purchases ${maxPurchases}.`,
  ].join('\n')
}

/** What was found of the service in the scenarios of a run that went there. */
function conclude(
  proxy: OpenedProxy,
  trials: readonly Trial[],
  profile: Profile,
  baseUrl: string,
): ServiceFacts {
  const exchanges = proxy.journal.exchanges()
  const partnerAt = new Map(exchanges.map(({ seq, partner }) => [seq, partner]))
  const scenarioOf = new Map(
    trials.flatMap((trial) => {
      const partner = trial.exchanges.find((one) => one.partner !== null)?.partner
      return trial.target === undefined || partner == null ? [] : [[partner, namesOf(trial).sku] as const]
    }),
  )
  return serviceFacts(serviceHistory(exchanges, profile, baseUrl), (seq) =>
    scenarioOf.get(partnerAt.get(seq) ?? ''),
  )
}
