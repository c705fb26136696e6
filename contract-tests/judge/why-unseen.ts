import type { Profile } from '../../contract/profile/profile.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Entry, JudgedHead } from '../history/history.ts'
import type { Target } from '../run/target.ts'
import { TAKES_ANY_KEY } from './access-rules.ts'
import { EMPTY, type Fact, factOf } from './facts.ts'
import { isPlain, type Order, ordersIn } from './orders.ts'
import { describe, quoted, whyNothing } from './phrases.ts'
import { isOfFunds } from './refusals.ts'

/** What brings `ip-allowlist`, and the answer about its status, within reach. */
export const BLOCKED_KEY =
  'It needs a TEST key whose allowlist leaves this address out: ask the operator for one, and put it in SERVICE_PARTNER_BLOCKED_API_KEY.'
const LIMITED =
  'The profile says which characters a reference may have (references.characters): no other was sent.'
const BUDGET = 'The limit of purchases does not cover it. Raise --max-purchases.'
const ONCE =
  'No order with such a reference had its body sent again: that is done in place of a poll, or once it has settled.'
const COUNTED =
  ' Each of them counts against --max-purchases, too, and what is left of it does not cover this.'
/** The most purchases of one line of the script, which is left out as a whole. */
const MOST_AT_ONCE = 4

const OF_READS: readonly ServerClauseId[] = [
  'data-envelope',
  'ping-ok',
  'ping-mode-test',
  'product-has-sku',
  'price-per-sku',
  'balance-readable',
]

/** Why a check was not observed, where nothing else says so; out of reach where the user has to give something. */
export type WhyUnseen = (
  clause: ServerClauseId,
  check: string,
) => { readonly verdict: 'not-observed' | 'out-of-reach'; readonly message: string }

/** Why the checks of a run that nothing shows were not observed: each for the first reason that applies. */
export function whyUnseen(facts: readonly Fact[], head: JudgedHead): WhyUnseen {
  const own = facts.filter(({ key }) => key === 'own')
  const served = own.filter(({ isServed }) => isServed)
  const unbought = whyNothingWasBought(own, head)
  const { orders } = ordersIn(facts)
  const isUnusualRepeated = orders.some(({ reference, sends }) => !isPlain(reference) && sends.length > 1)
  const unsold = whyOthersWereNotBought(orders, head.profile)
  const isProcessing = own.some(({ summary }) => summary?.kind === 'processing')
  return (clause, check) => {
    const unseen = (message: string) => ({ verdict: 'not-observed', message }) as const
    if (clause === 'ip-allowlist' && !head.hasBlockedKey)
      return { verdict: 'out-of-reach', message: BLOCKED_KEY }
    if (clause === 'key-required' && head.takesAnyKey && check.endsWith('unknown-key'))
      return { verdict: 'out-of-reach', message: TAKES_ANY_KEY }
    if (head.ending !== null) return unseen('The run ended before this was seen.')
    const refused = own.find(({ operation }) => operation === 'ping')
    if (refused !== undefined && own.every(({ said }) => said === 'nothing'))
      return unseen(whyNothing(refused, head.profile, served))
    if (OF_READS.includes(clause) && !(clause === 'data-envelope' && check.endsWith('Order')))
      return unseen(whyUnread(own, head.profile))
    if (unbought !== undefined) return unseen(unbought)
    if (!isProcessing && (clause === 'processing-has-poll-after' || clause === 'order-leaves-processing'))
      return unseen('No order was ever PROCESSING: the cards that were bought settled at once.')
    const sent = facts.filter(({ operation }) => operation === 'createOrder').length
    if (check === 'written' && head.profile.references.characters !== null)
      return { verdict: 'out-of-reach', message: LIMITED }
    const isShort = sent + MOST_AT_ONCE > head.maxPurchases
    if (unsold !== undefined) return unseen(isShort ? `${unsold}${COUNTED}` : unsold)
    if (isShort) return unseen(BUDGET)
    if (clause === 'same-body-same-purchase' && check === 'written' && !isUnusualRepeated) return unseen(ONCE)
    return unseen(
      clause === 'order-leaves-processing'
        ? 'No settled order could be looked up.'
        : 'No answer of this run showed it.',
    )
  }
}

/** So many purchases that are refused with one status are not refused in passing. */
const NOT_IN_PASSING = 3

/** What the service said to purchases that it did not serve, most often; undefined where it refused a few in passing. */
function whyOthersWereNotBought(orders: readonly Order[], profile: Profile): string | undefined {
  const sends = orders.flatMap((order) => order.sends.filter(({ isAbandoned }) => !isAbandoned))
  const refused = sends.filter(({ isServed, status }) => !isServed && status !== null)
  const [same = []] = [...Map.groupBy(refused, ({ status }) => status).values()].sort(
    (one, other) => other.length - one.length,
  )
  const [first] = same
  if (first === undefined || same.length < NOT_IN_PASSING) return undefined
  const funds = isOfFunds(first.status, profile.errors)
    ? ' Ask for more TEST balance, or choose a cheaper card with --sku.'
    : ''
  return `This was not seen, since ${describe(first)} to ${same.length} of ${sends.length} purchases.${funds}`
}

function whyUnread(own: readonly Fact[], profile: Profile): string {
  const catalogue = own.find(({ operation }) => operation === 'listProducts')
  if (catalogue === undefined || (catalogue.catalogue?.skus.length ?? 0) > 0)
    return 'No success of it was seen.'
  return `There was no card to ask for: ${whyNoCard(catalogue, profile)}.`
}

/** Why a catalogue has no card that can be bought, as the rest of a sentence. */
function whyNoCard(fact: Fact, { products: { pointer } }: Profile): string {
  const { catalogue } = fact
  if (catalogue === null)
    return `no catalogue was read, since ${describe(fact)}${fact.isServed ? ' without a top-level data object' : ''}`
  const { found, odd, entries } = catalogue
  if (found === EMPTY) return `the catalogue at ${pointer} is empty`
  if (found !== null) return `${found} stands at ${pointer}, where the profile says that the catalogue is`
  return odd === null
    ? 'the catalogue has no SKU that a URL can hold'
    : `none of the ${entries} entries of the catalogue has a string sku that a URL can hold`
}

export function whyNothingIsBought(
  entries: readonly Entry[],
  target: Pick<Target, 'profile' | 'sku' | 'maxPurchases'>,
): string {
  const own = entries.flatMap((entry) => factOf(entry, target.profile) ?? [])
  const refused = own.find(({ operation, said }) => operation === 'ping' && said === 'nothing')
  const served = own.filter(({ isServed }) => isServed)
  if (refused !== undefined) return whyNothing(refused, target.profile, served)
  return whyNothingWasBought(own, { ...target, sku: target.sku ?? null }) ?? BUDGET
}

function whyNothingWasBought(
  own: readonly Fact[],
  { profile, sku, maxPurchases }: Pick<JudgedHead, 'profile' | 'sku' | 'maxPurchases'>,
): string | undefined {
  const purchases = own.filter(({ operation }) => operation === 'createOrder')
  if (purchases.some(({ isServed }) => isServed)) return undefined
  const [purchase] = purchases
  if (purchase !== undefined) return `Nothing was bought: ${describe(purchase)}.`
  const ping = own.find(({ operation, isServed }) => operation === 'ping' && isServed)
  if (ping === undefined) return 'Nothing was bought: ping was not served.'
  const mode = ping.ping?.mode.found
  if (mode !== 'TEST')
    return `Nothing was bought: ping's mode at ${profile.ping.mode} is ${mode === undefined ? 'missing' : quoted(mode)}, not "TEST".`
  const catalogue = own.find(({ operation }) => operation === 'listProducts')
  const skus = catalogue?.catalogue?.skus.length ?? 0
  if (catalogue === undefined) return 'Nothing was bought: the catalogue was not asked for.'
  if (skus === 0) return `Nothing was bought: ${whyNoCard(catalogue, profile)}.`
  return sku === null || maxPurchases === 0
    ? BUDGET
    : `Nothing was bought: the card ${sku} is not in the catalogue, which has ${skus} SKUs.`
}
