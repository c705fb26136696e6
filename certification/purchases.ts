import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../contract/profile/profile.ts'
import { listed } from '../contract/text/listed.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { REDACTED } from '../contract/text/redact.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import { isUnknownOutcome, type KnownState, knownStateOf, type Order, type OrderExchange } from './orders.ts'
import type { Trial } from './trial.ts'

/**
 * Why a purchase was sent that is not simply the first of a new order, given what its client knew.
 *
 * - `repeated`, `altered`: a retry with the same content, or with another content.
 * - `other-sku`, `same-sku`, `conflict`: a new purchase under a used reference, with another SKU or with the same one;
 *   or the service answers that the reference belongs to another purchase.
 * - the others: one purchase too many, by the state of the purchase that it replaced.
 */
export type Explanation =
  | ('repeated' | 'altered')
  | ('other-sku' | 'same-sku' | 'conflict')
  | Exclude<KnownState, 'void'>

/** Purchases that carry the reference of another purchase. */
export const REUSED: readonly Explanation[] = ['other-sku', 'same-sku', 'conflict']
/** Purchases that are one too many, the worst first. */
export const ONE_TOO_MANY: readonly Explanation[] = [
  'unknown',
  'rate-limited',
  'processing',
  'settled',
  'pending',
]

export type Explained = {
  readonly purchase: OrderExchange
  readonly explanation: Explanation
  /** The order that the purchase names; for one purchase too many, the order that it replaced. */
  readonly order: Order
  /**
   * The earlier purchase that this one repeats or alters, or whose outcome is unknown; otherwise the first of the
   * order.
   */
  readonly before: OrderExchange
}

/** The purchases of a trial that need an explanation: those under a used reference, and those that are too many. */
export function explainedIn(orders: readonly Order[], trial: Trial, profile: Profile): readonly Explained[] {
  const own = orders.filter(({ sku }) => sku === trial.scenario.sku)
  // The client used fewer references than it had cards to buy, and did not stop at a failure.
  const isShort = trial.exit?.code === 0 && own.length < trial.scenario.purchases
  const known = { trial, profile, isShort }
  return [...orders.flatMap((order) => underOneReference(order, known)), ...surplusOf(own, known)]
}

type Known = { readonly trial: Trial; readonly profile: Profile; readonly isShort: boolean }

/**
 * The purchases under one reference after its first one, without those that follow a refusal. Identical ones are listed
 * once, since there may be thousands.
 */
function underOneReference(order: Order, known: Known): readonly Explained[] {
  let before: OrderExchange | undefined
  let isSeen = false
  return order.purchases.flatMap((purchase): Explained[] => {
    const [first = purchase] = order.purchases
    const reuse = reuseBy(order, purchase, known)
    if (reuse !== undefined) return [{ purchase, explanation: reuse, order, before: first }]
    const last = before
    before ??= purchase
    if (last === undefined) return []
    const isIdentical = hasContentOf(last, purchase)
    if (isIdentical && isSeen) return []
    const isVoid = knownStateOf(order, purchase, known.profile) === 'void'
    if (isIdentical || isVoid) before = purchase
    isSeen ||= isIdentical && !isVoid
    return isVoid
      ? []
      : [{ purchase, explanation: isIdentical ? 'repeated' : 'altered', order, before: last }]
  })
}

/**
 * Tells whether a purchase under a used reference was meant as a new one. It was if it has another SKU, after the
 * outcome of the first was known; if the first was settled, and the client ended as if it had bought more; or if the
 * service answers that it is a conflict.
 */
function reuseBy(order: Order, purchase: OrderExchange, known: Known): Explanation | undefined {
  const { sku } = purchase
  // A recording redacts keys, so references that contain a key can't be compared.
  if (order.reference.includes(REDACTED)) return undefined
  const isOther = sku !== undefined && order.sku !== undefined && sku !== order.sku
  if (purchase === order.purchases[0] || (!isOther && !known.isShort))
    return isConflict(order, purchase, known.profile) ? 'conflict' : undefined
  const state = knownStateOf(order, purchase, known.profile)
  if (isOther) return ['settled', 'processing', 'void'].includes(state) ? 'other-sku' : undefined
  const isBought = sku === known.trial.scenario.sku && ['settled', 'pending'].includes(state)
  return isBought ? 'same-sku' : undefined
}

function isConflict(order: Order, { answer }: OrderExchange, { errors }: Profile): boolean {
  if (answer.kind !== 'refused' || answer.status !== errors.referenceConflict) return false
  const hasOneSku = new Set(order.purchases.map(({ sku }) => sku)).size === 1
  const { referenceConflict: _, body: __, ...others } = errors
  return hasOneSku && !Object.values(others).includes(answer.status)
}

/** Compares parsed JSON, since the order of an object's members has no meaning. */
function hasContentOf({ exchange }: OrderExchange, other: OrderExchange): boolean {
  const contentOf = ({ request }: Exchange) => parseJson(request.body ?? '')
  return isDeepStrictEqual(contentOf(exchange), contentOf(other.exchange))
}

/** Enough to recognise one purchase too many. The limit keeps the analysis of a flood fast. */
const LOOKED_BACK = 20

/**
 * The purchases of the scenario's card beyond the number that was to be bought. Orders that the client knew to have
 * failed or been refused don't count. If nobody said how many to buy, these are the purchases that replaced one with an
 * unknown outcome which the client never asked about.
 */
function surplusOf(own: readonly Order[], { trial, profile }: Known): readonly Explained[] {
  const { isUnplanned, scenario } = trial
  const replaced = new Set<Order>()
  return own.flatMap(({ purchases: [purchase] }, index): readonly Explained[] => {
    if (purchase === undefined) return []
    const earlier = own.slice(Math.max(0, index - LOOKED_BACK), index)
    const open = earlier.flatMap((order) => openInstead(order, purchase, profile))
    if (isUnplanned) return open.filter(isAbandoned).slice(0, 1)
    if (open.length < scenario.purchases) return []
    // An unsettled order that nobody polls any more was given up for another.
    const rank = (one: Explained) =>
      (replaced.has(one.order) ? 100 : 0) +
      (isLeftFor(one) && one.explanation !== 'settled' ? 0 : 50) +
      ONE_TOO_MANY.indexOf(one.explanation)
    const worst = open.toSorted((one, other) => rank(one) - rank(other)).slice(0, 1)
    for (const { order } of worst) replaced.add(order)
    return worst
  })
}

function openInstead(order: Order, purchase: OrderExchange, profile: Profile): readonly Explained[] {
  const explanation = knownStateOf(order, purchase, profile)
  const before = (explanation === 'unknown' && order.purchases.find(isUnknownOutcome)) || order.purchases[0]
  return explanation === 'void' || before === undefined ? [] : [{ purchase, explanation, order, before }]
}

function isLeftFor({ order, purchase }: Explained): boolean {
  return order.requests.every(({ arrivedMs }) => arrivedMs <= purchase.arrivedMs)
}

function isAbandoned(one: Explained): boolean {
  return one.explanation === 'rate-limited'
    ? isLeftFor(one)
    : one.explanation === 'unknown' && one.order.requests.length === 1
}

/** A purchase that is not sent as a JSON object of exactly two fields. */
export type Misshapen = {
  readonly purchase: OrderExchange
  readonly kind:
    | ('query' | 'empty' | 'not-json' | 'other-shape' | 'more-fields' | 'not-filled')
    | ('twice' | 'media-type')
  readonly words: string
}

export function misshapenIn(purchases: readonly OrderExchange[]): readonly Misshapen[] {
  return purchases.flatMap((purchase, index) => {
    const [kind, words] = problemOf(purchase.exchange.request, index + 1) ?? []
    return kind === undefined || words === undefined ? [] : { purchase, kind, words }
  })
}

const FIELDS: readonly string[] = ['partnerReference', 'sku']

type Problem = readonly [Misshapen['kind'], words: string]

/** What is wrong with the form of a purchase; undefined if nothing is, or if its body was not recorded. */
function problemOf({ target, headers, body }: Exchange['request'], attempt: number): Problem | undefined {
  if (body === null) return undefined
  // A key in the query breaks another clause.
  const [, query = ''] = target.split('?')
  const parameters = query.split('&').filter((one) => one !== '' && !one.includes(REDACTED))
  if (parameters.length > 0) return ['query', `The purchase was sent with a query, ${quoted(parameters)}.`]
  const where = attempt === 1 ? '' : ` on ${attempt === 2 ? 'the second attempt' : `attempt ${attempt}`}`
  if (body.trim() === '') return ['empty', `The body of the purchase was empty${where}.`]
  const document = parseJson(body)
  if (document === undefined) return ['not-json', 'The body of the purchase is not JSON.']
  if (!isObject(document)) return ['not-json', 'The body of the purchase is not a JSON object.']
  const extra = Object.keys(document).filter((name) => !FIELDS.includes(name))
  const missing = FIELDS.filter((field) => !Object.hasOwn(document, field)).join(' and ')
  const has = `The body of the purchase has ${quoted(extra)}`
  if (extra.length > 0 && missing === '') return ['more-fields', `${has} in addition to the two fields.`]
  if (extra.length > 0) return ['other-shape', `${has}, and lacks ${missing}.`]
  if (missing !== '') return ['not-filled', `The body of the purchase lacks ${missing}.`]
  const odd = FIELDS.find((field) => !/\S/.test(typeof document[field] === 'string' ? document[field] : ''))
  if (odd !== undefined)
    return ['not-filled', `In the body of the purchase, ${odd} is not a string, or blank.`]
  // Two names and two strings have eight quotes. A parser would hide a repeated member (RFC 8259, section 4).
  if (body.replace(/\\./gs, '').split('"').length - 1 !== 8)
    return ['twice', 'The body of the purchase contains a member twice.']
  const type = headers['content-type']
  if (type === undefined) return ['media-type', 'No Content-Type says that the body of the purchase is JSON.']
  if (/^\s*application\/json\s*(?:;|$)/i.test(type)) return undefined
  return ['media-type', `The Content-Type of the purchase is ${quoted([type])}, not application/json.`]
}

function quoted(names: readonly string[]): string {
  const shown = names.map((name) => JSON.stringify(name.slice(0, 60)))
  return listed(shown, 3)
}
