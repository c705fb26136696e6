import type { Profile } from '../../contract/profile/profile.ts'
import { type Answer, amountIn, describeAnswer, isServed } from '../run/exchange.ts'
import type { Pace } from '../run/pace.ts'
import type { Target } from '../run/target.ts'
import { Findings, type OnDiscoveryEvent, type ProbePurchase } from './findings.ts'
import { type Found, foundIn } from './found-profile.ts'
import { authWays, describeWay, findAccess } from './gaps/access.ts'
import { noteAmounts } from './gaps/amounts.ts'
import { noteErrors, provokeRefusals } from './gaps/errors.ts'
import { lookupWays } from './gaps/lookup.ts'
import { noteMoney } from './gaps/money.ts'
import { isTestMode, noteCatalogue, notePing } from './gaps/positions.ts'
import { Halted, openProber, REQUEST_LIMITS, type RequestLimits } from './prober.ts'
import { buyOne, chooseCard, type Offer } from './purchase.ts'
import { hasData, type KeyedSearch, type Search } from './search.ts'

/** The target of a discovery. Its key appears in no event and no finding; its card is asked for the price, and bought. */
export type DiscoveryAim = Pick<Target, 'baseUrl' | 'proxy' | 'apiKey' | 'sku' | 'runId'> & {
  /** The profile that the search starts from: its answers are tried first, and those that are not found stay. */
  readonly start: Profile
  readonly allowPurchase: boolean
}

/** How a discovery ended: with a profile, or why it has none. */
type Ending =
  | { readonly kind: 'found' }
  | { readonly kind: 'no-access' | 'not-test' | 'unanswered'; readonly message: string }

export type Discovery = Found & {
  readonly ending: Ending
  readonly purchase: ProbePurchase | null
  readonly requests: number
}

export function planInWords({ start, allowPurchase }: DiscoveryAim): readonly string[] {
  const { mostRequests, pauseMs } = REQUEST_LIMITS
  return [
    `At most ${mostRequests} requests, one at a time, ${pauseMs} ms apart. No redirect is followed.`,
    `The key is tried as: ${authWays(start.auth).map(describeWay).join(' · ')}`,
    ...(allowPurchase
      ? [
          'One card is bought, once ping has said TEST. Its order is then looked for at:',
          ...lookupWays(start.lookup).map(({ method, path }) => `  ${method} ${path}`),
          'How it may be written is then found by its identical body, and by a card that does not exist.',
        ]
      : [
          'Nothing is bought. With --allow-purchase, one TEST card is, to find the lookup and a settled state.',
        ]),
  ]
}

/**
 * Finds the answers to the gaps that a service shows without harm: it reads, and sends requests that must be refused.
 * It buys one card only if that is allowed and ping says that this is the TEST environment.
 */
export async function discover(
  aim: DiscoveryAim,
  onEvent: OnDiscoveryEvent,
  pace: Pace,
  limits: RequestLimits = REQUEST_LIMITS,
): Promise<Discovery> {
  const { baseUrl, proxy, apiKey, start, runId } = aim
  const findings = new Findings([apiKey], onEvent)
  const prober = openProber({ baseUrl, proxy, apiKey, profile: start }, pace, limits, onEvent)
  const search = { baseUrl, start, runId, prober, findings, pace, refusals: [] }
  const ending = await explore(search, aim)
  return { ending, purchase: findings.purchase, requests: prober.sent(), ...foundIn(findings, start) }
}

async function explore(search: Search, aim: DiscoveryAim): Promise<Ending> {
  let ending: Ending = { kind: 'no-access', message: 'The search ended before ping was seen to say TEST.' }
  try {
    const access = await findAccess(search)
    if (access.kind !== 'found') return access
    const keyed = { ...search, auth: access.auth }
    const message = await whyNotTest(keyed, access.proof === 'ping' ? access.answer : undefined)
    if (message !== undefined) return { kind: 'not-test', message }
    ending = { kind: 'found' }
    await exploreTest(keyed, aim)
  } catch (cause) {
    if (!(cause instanceof Halted)) throw cause
    search.findings.note(`${cause.message} What was not found by now stays as it was.`)
  }
  if (ending.kind === 'found') noteErrors(search)
  return ending
}

/** Reads ping, or the answer to an earlier one, and why its mode is not TEST (§2, §5.2). */
async function whyNotTest(search: KeyedSearch, known?: Answer): Promise<string | undefined> {
  search.findings.step('What ping says')
  const answer = known ?? (await search.prober.ask({ operation: 'ping', auth: search.auth }))
  const places = notePing(search, answer)
  if (isServed(answer) && isTestMode(places)) return undefined
  const end = 'Nothing else was sent, and nothing was bought.'
  if (!isServed(answer)) return `${describeAnswer(answer)}, though the key is accepted elsewhere. ${end}`
  if (places.modes.length === 0)
    return `Ping shows no mode below data, so that nothing says that this is the TEST environment. Where it stands under another name, give ping.mode in a file for --profile. ${end}`
  const modes = places.modes.map((mode) => JSON.stringify(mode)).join(' and ')
  return `Ping's mode is ${modes}, not "TEST" alone: this is no TEST environment. Use the TEST key that the operator gave you. ${end}`
}

async function exploreTest(search: KeyedSearch, aim: DiscoveryAim) {
  const offer = await readOffer(search, aim.sku)
  await provokeRefusals(search)
  if (!aim.allowPurchase) return
  const card = chooseCard(search, offer, aim.sku)
  if (typeof card === 'string') search.findings.note(card)
  else await buyOne(search, card)
}

const LONGEST_SKU = 256

async function readOffer(search: KeyedSearch, asked: string | undefined): Promise<Offer> {
  const { prober, findings, auth } = search
  findings.step('Where catalogue, price and balance stand')
  const products = await prober.ask({ operation: 'listProducts', auth })
  const listed = noteCatalogue(search, products)
  const skus = listed?.filter(
    (sku) => sku.length <= LONGEST_SKU && sku.isWellFormed() && findings.isClean(sku),
  )
  // The one that was asked for, and some spread over the catalogue.
  const spread = [0, Math.floor((skus?.length ?? 0) / 2), -1].map((index) => skus?.at(index))
  const prices: { readonly sku: string; readonly answer: Answer }[] = []
  for (const sku of new Set([asked, ...spread].filter((one) => one !== undefined)))
    prices.push({ sku, answer: await prober.ask({ operation: 'getPrice', values: { sku }, auth }) })
  const balance = await prober.ask({ operation: 'getBalance', auth })
  const answers = prices.map(({ answer }) => answer)
  const seen = noteAmounts(search, answers, balance)
  const money = noteMoney(search, seen)
  const priceAt = seen.find(({ section }) => section === 'price')?.place.pointer
  const unitsIn = (answer: Answer) =>
    money && priceAt !== undefined ? amountIn(answer, priceAt, money) : undefined
  const served = prices.filter(({ answer }) => hasData(answer))
  return { skus, prices: served.map(({ sku, answer }) => ({ sku, units: unitsIn(answer) })), money }
}
