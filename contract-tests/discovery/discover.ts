import type { Profile } from '../../contract/profile/profile.ts'
import type { OnDiscoveryEvent } from './events.ts'
import type { Finding, Miss } from './finding.ts'
import { FindingsStore } from './findings-store.ts'
import { profileWith, type SetAside } from './found-profile.ts'
import { Halted, openProber, type RequestLimits } from './prober.ts'
import { REQUEST_LIMITS } from './request-limits.ts'
import type { DiscoveryAim, KeyedSearch, Search } from './search.ts'
import { buyOne, type ProbePurchase } from './steps/buy-one.ts'
import { chooseCard } from './steps/choose-card.ts'
import { findAccess } from './steps/find-access.ts'
import { findMoney } from './steps/find-money.ts'
import { noteErrors } from './steps/note-errors.ts'
import { provokeRefusals } from './steps/provoke-refusals.ts'
import { readOffer } from './steps/read-offer.ts'
import { readPing } from './steps/read-ping.ts'

/** How a discovery ended: with a profile, or with the reason why it has no profile. */
type Ending =
  | { readonly kind: 'found' }
  | { readonly kind: 'no-access' | 'not-test' | 'unanswered'; readonly message: string }

/** Everything that a discovery found. */
export type Discovery = {
  readonly ending: Ending
  readonly findings: readonly Finding[]
  readonly misses: readonly Miss[]
  /** The starting profile with the findings in it. */
  readonly profile: Profile
  readonly setAside: readonly SetAside[]
  /** The one purchase; null where none was sent. */
  readonly purchase: ProbePurchase | null
  readonly requests: number
}

/**
 * Finds the answers to the gaps that a service shows without harm: it reads, and sends requests that must be refused.
 * It buys one card only if that is allowed and ping says that this is the TEST environment.
 *
 * @param onEvent is called with each event as it happens.
 *
 * @example
 * const aim = { baseUrl, apiKey, start: resolveProfile({}), allowPurchase: false, runId: newRunId() }
 * const { profile } = await discover(aim, ({ kind }) => console.log(kind))
 */
export async function discover(
  aim: DiscoveryAim,
  onEvent: OnDiscoveryEvent,
  limits: RequestLimits = REQUEST_LIMITS,
): Promise<Discovery> {
  const { baseUrl, proxy, apiKey, start } = aim
  const store = new FindingsStore([apiKey], onEvent)
  const prober = openProber({ baseUrl, proxy, apiKey, profile: start }, limits, onEvent)
  const search = { aim, prober, findings: store, pace: limits.pace }
  let purchase: ProbePurchase | null = null
  const ending = await explore(search, (latest) => (purchase = latest))
  const { findings, misses } = store
  return { ending, findings, misses, purchase, requests: prober.sent(), ...profileWith(start, findings) }
}

type NotePurchase = (purchase: ProbePurchase) => void

async function explore(search: Search, notePurchase: NotePurchase): Promise<Ending> {
  let ending: Ending = { kind: 'no-access', message: 'The search ended before ping was seen to say TEST.' }
  try {
    const access = await findAccess(search)
    if (access.kind !== 'found') return access
    const keyed = { ...search, auth: access.auth }
    const ping = await readPing(keyed, access.proof === 'ping' ? access.answer : undefined)
    if (!ping.isTest) return { kind: 'not-test', message: ping.message }
    ending = { kind: 'found' }
    await exploreTest(keyed, notePurchase)
  } catch (cause) {
    if (!(cause instanceof Halted)) throw cause
    search.findings.note(`${cause.message} What was not found by now stays as it was.`)
  }
  if (ending.kind === 'found') noteErrors(search)
  return ending
}

async function exploreTest(search: KeyedSearch, notePurchase: NotePurchase): Promise<void> {
  const offer = await readOffer(search)
  const money = findMoney(search, offer)
  await provokeRefusals(search)
  if (!search.aim.allowPurchase) return
  const choice = chooseCard(search, offer, money)
  if (choice.sku === undefined) search.findings.note(choice.reason)
  else await buyOne(search, choice, notePurchase)
}
