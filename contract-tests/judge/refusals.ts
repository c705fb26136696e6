import { asksToComeAgain, isInProgress, mayRefuseText } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { countWhile } from '../../contract/text/count-while.ts'
import type { Fact } from './facts.ts'
import { isBeside, type Order } from './orders.ts'

/** Why a body may be refused without a clause being broken, as the rest of a sentence. */
type Excuse = {
  readonly words: string
  readonly isOfText: boolean
}

/** What a run shows of refusals. All of it is looked up: a long run may be refused nearly everything. */
export type Refusals = {
  readonly excuseOf: (order: Order, refused: Fact) => Excuse | undefined
  readonly wasSold: (order: Order, refused: Fact) => boolean
  readonly isSelling: boolean
}

const excuse = (words: string, isOfText = false): Excuse => ({ words, isOfText })
const UNCOVERED = excuse(
  'while the balance that was read before did not cover the price of the card. Ask for more TEST balance, or choose a cheaper card with --sku.',
)
const OF_FUNDS = excuse(
  'which the profile reads as errors.insufficientBalance. Ask for more TEST balance, or choose a cheaper card with --sku.',
)
const SOLD_OUT = excuse(
  'as a card that is sold out: it is refused under each new reference from then on, and another card is sold.',
)
const OVER_QUOTA = excuse(
  'as a quota or a stock that is used up: no new reference is served from then on, of any card.',
)
const OF_TEXT = excuse('as a limit of its length or characters, which the reference does not show.', true)

/** Why bodies may be refused: limits of funds, stock, quota and text, which the reference does not show (§7.2, §8.2). */
export function refusalsIn(
  own: readonly Fact[],
  orders: readonly Order[],
  { errors }: Pick<Profile, 'errors'>,
): Refusals {
  const isUncovered = uncoveredIn(own)
  const { isSoldOut, isOverQuota, wasSold } = stockIn(orders)
  const accepted = acceptedIn(orders)
  const isWrittenAsAccepted = writtenAsAny(accepted)
  const excuseOf = (order: Order, refused: Fact) => {
    if (isUncovered(order, refused)) return UNCOVERED
    if (isOfFunds(refused.status, errors)) return OF_FUNDS
    if (isSoldOut(order, refused)) return SOLD_OUT
    if (isOverQuota(order)) return OVER_QUOTA
    const isOfText = mayRefuseText(refused.status, errors) && accepted.length > 0
    return isOfText && !isWrittenAsAccepted(order.reference) ? OF_TEXT : undefined
  }
  return { excuseOf, wasSold, isSelling: accepted.length > 0 }
}

/** References whose purchase was served: how they are written is known to be accepted. */
export function acceptedIn(orders: readonly Order[]): readonly string[] {
  return orders
    .filter(({ sends }) => sends.find(({ said }) => said !== 'nothing')?.isServed)
    .map(({ reference }) => reference)
}

/** Tells whether the balance, as it was read before, does not cover the price of a card. */
function uncoveredIn(own: readonly Fact[]): (order: Order, refused: Fact) => boolean {
  const read = own.filter(({ amount }) => amount !== null)
  const balances = read.filter(({ operation }) => operation === 'getBalance')
  const prices = Map.groupBy(
    read.filter(({ operation }) => operation === 'getPrice'),
    ({ sku }) => sku,
  )
  const lastBefore = (facts: readonly Fact[], { seq }: Fact) =>
    facts[countWhile(facts, (fact) => fact.seq < seq) - 1]?.amount ?? undefined
  return ({ sku }, refused) => {
    const [balance, price] = [lastBefore(balances, refused), lastBefore(prices.get(sku) ?? [], refused)]
    return balance !== undefined && price !== undefined && balance < price
  }
}

/** A card is not sold out where fewer were bought: a service that sells each card once merges references. */
const LEAST_OF_A_CARD = 2
/** A quota is not used up where fewer cards were bought: a service that sells a few merges references. */
const LEAST_IN_ALL = 4
/** So many new references must be refused: one may be refused in passing. */
const LEAST_REFUSED = 2

type Stock = {
  /** When a body of each order was served first, in the order of time. */
  readonly soldMs: readonly number[]
  /** The first body of the last order that was served. */
  readonly lastSoldSeq: number
  /** The first bodies that were refused, of orders that were never served. */
  readonly refusedSeqs: readonly number[]
}

function stockOf(orders: readonly Order[]): Stock {
  const sold = orders.filter(({ sends }) => sends.some(({ isServed }) => isServed))
  const taken = new Set(sold)
  const refused = orders.filter((one) => !taken.has(one) && one.sends[0]?.said === 'no')
  const seqs = sold.map(firstSeq)
  return {
    soldMs: sold.map(servedMs).sort((one, other) => one - other),
    lastSoldSeq: seqs.reduce((one, other) => Math.max(one, other), -1),
    refusedSeqs: refused.map(firstSeq),
  }
}

function firstSeq({ sends: [first] }: Order): number {
  return first?.seq ?? 0
}

function servedMs({ sends }: Order): number {
  return sends.find(({ isServed }) => isServed)?.sentMs ?? Number.POSITIVE_INFINITY
}

/** What was sold before a purchase was refused, and whether its card, or all of them, may be sold out. */
function stockIn(orders: readonly Order[]) {
  const bySku = new Map([...Map.groupBy(orders, ({ sku }) => sku)].map(([sku, own]) => [sku, stockOf(own)]))
  const all = stockOf(orders)
  // Of the cards that are sold last, one is another one.
  const latest = [...bySku.values()].sort((one, other) => other.lastSoldSeq - one.lastSoldSeq).slice(0, 2)
  const soldBefore = (order: Order, { answeredMs }: Fact, { soldMs }: Stock) =>
    countWhile(soldMs, (ms) => ms < answeredMs) - Number(servedMs(order) < answeredMs)
  const wasSold = (order: Order, refused: Fact) => {
    const stock = bySku.get(order.sku)
    return stock !== undefined && soldBefore(order, refused, stock) > 0
  }
  /** Sold before, and never after, while others are. A card that was never sold is sold out from the first. */
  const isSoldOut = (order: Order, refused: Fact) => {
    const stock = bySku.get(order.sku)
    if (stock === undefined || soldBefore(order, refused, stock) !== stock.soldMs.length) return false
    const isOften =
      stock.soldMs.length === 0
        ? order.sends[0]?.said === 'no' || order.isAbandoned
        : stock.soldMs.length >= LEAST_OF_A_CARD && stock.refusedSeqs.length >= LEAST_REFUSED
    const sinceSeq = stock.refusedSeqs[0] ?? Number.POSITIVE_INFINITY
    return isOften && latest.some((other) => other !== stock && other.lastSoldSeq > sinceSeq)
  }
  const isUsedUp =
    all.soldMs.length >= LEAST_IN_ALL &&
    all.refusedSeqs.filter((seq) => seq > all.lastSoldSeq).length >= LEAST_REFUSED
  const isOverQuota = (order: Order) => isUsedUp && firstSeq(order) > all.lastSoldSeq
  return { wasSold, isSoldOut, isOverQuota }
}

/** What of a reference is its own: all references of a run have the same prefix (§2). */
export function labelOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1)
}

export function prefixOf(reference: string): string {
  return reference.slice(0, reference.indexOf(':') + 1)
}

/** The characters of a reference that another text lacks. Letters of one case are alike, and so are digits. */
export function charactersBeyond(reference: string, known: string): readonly string[] {
  const others = new Set(alike(known))
  return [...new Set(alike(reference))].filter((character) => !others.has(character))
}

function alike(text: string): string {
  return text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0')
}

/** Tells whether a reference is no longer than one of those that were accepted, and has no characters that it lacks. */
function writtenAsAny(accepted: readonly string[]): (reference: string) => boolean {
  const isTrimmed = (text: string) => text.trim() === text
  const shapeOf = (text: string) => [...new Set(alike(labelOf(text))), isTrimmed(text)].sort().join()
  // Of those with the same characters, the longest.
  const shapes = new Map(
    accepted.toSorted((one, other) => one.length - other.length).map((one) => [shapeOf(one), one]),
  )
  return (reference) =>
    [...shapes.values()].some(
      (known) =>
        known.length >= reference.length &&
        charactersBeyond(labelOf(reference), labelOf(known)).length === 0 &&
        (isTrimmed(reference) || !isTrimmed(known)),
    )
}

/** Whether a status says that the balance does not cover a card, and nothing else. */
export function isOfFunds(status: number | null, errors: Profile['errors']): boolean {
  const { body: _, insufficientBalance, ...others } = errors
  return status === insufficientBalance && !Object.values(others).includes(insufficientBalance)
}

/** How many purchases under which nothing was said, again and again, refuse the identical body. */
const ROWS_THAT_REFUSE = 2

/**
 * The identical bodies that were answered with nothing, again and again, on two occasions, while first purchases were
 * served: together they refuse. An answer that only asks to come again never does.
 */
export function persistentlyRefused(orders: readonly Order[], { errors }: Profile): ReadonlySet<Fact> {
  const served = orders.flatMap(({ sends }) => sends.filter(({ isServed }) => isServed))
  const seqs = served.map(({ seq }) => seq).sort((one, other) => one - other)
  const rows = orders.flatMap(({ sends }) => silentRows(sends, errors, seqs))
  const sinceMs = rows.reduce((ms, [first]) => Math.min(ms, first?.sentMs ?? ms), Number.POSITIVE_INFINITY)
  const isSelling = orders.some(({ sends: [purchase] }) => purchase?.isServed && purchase.sentMs > sinceMs)
  return new Set(rows.length >= ROWS_THAT_REFUSE && isSelling ? rows.flat() : [])
}

/** Two or more answers in a row that say nothing to an identical body, with no other purchase between them. */
function silentRows(
  sends: readonly Fact[],
  errors: Profile['errors'],
  servedSeqs: readonly number[],
): readonly Fact[][] {
  const rows: Fact[][] = [[]]
  const servedUntil = ({ seq }: Fact) => countWhile(servedSeqs, (one) => one < seq)
  for (const send of sends.slice(1)) {
    const last = rows.at(-1)?.at(-1)
    if (last !== undefined && servedUntil(last) < servedUntil(send)) rows.push([])
    // A refusal that asks to wait is no other one than that of the same moment.
    if (last !== undefined && (send.status ?? 500) < 500 && isBeside(last, send)) continue
    const isPassing = asksToComeAgain(send.status, errors) || isInProgress(send.status)
    if (send.said === 'nothing' && !send.isAbandoned && !isPassing) rows.at(-1)?.push(send)
    else rows.push([])
  }
  return rows.filter((row) => row.length >= 2)
}
