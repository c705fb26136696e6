import { asksToComeAgain, isInProgress, mayRefuseText } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Fact } from './facts.ts'
import { isBeside, type Order } from './orders.ts'

/** Why a new reference may be refused without a clause being broken: a limit that the reference does not show. */
export function allowedRefusal(
  { reference, sends }: Order,
  status: number | null,
  accepted: readonly string[],
  { errors }: Profile,
): string | undefined {
  if (isOfFunds(status, errors))
    return 'which the profile reads as errors.insufficientBalance. Ask for more TEST balance, or choose a cheaper card with --sku.'
  if (!mayRefuseText(status, errors) || sends.length === 0) return undefined
  const isKnownForm = accepted.some((known) => isWrittenAs(reference, known))
  return isKnownForm || accepted.length === 0
    ? undefined
    : 'as a limit of its length or characters, which the reference does not show.'
}

/** What of a reference is its own: all references of a run have the same prefix (§2). */
export function labelOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1)
}

/** The characters of a reference that another text lacks. Letters of one case are alike, and so are digits. */
export function charactersBeyond(reference: string, known: string): readonly string[] {
  const alike = (text: string) => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0')
  const others = new Set(alike(known))
  return [...new Set(alike(reference))].filter((character) => !others.has(character))
}

/** Whether a reference is no longer than another one, and has no characters that the other one lacks. */
function isWrittenAs(reference: string, known: string): boolean {
  const isTrimmed = (text: string) => text.trim() === text
  return (
    known.length >= reference.length &&
    charactersBeyond(labelOf(reference), labelOf(known)).length === 0 &&
    (isTrimmed(reference) || !isTrimmed(known))
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
  const all = orders.flatMap(({ sends }) => sends)
  const rows = orders.flatMap(({ sends }) => silentRows(sends, errors, all))
  const [first] = rows.flat()
  const isSelling = orders.some(
    ({ sends: [purchase] }) => purchase?.isServed && purchase.sentMs > (first?.sentMs ?? 0),
  )
  return new Set(rows.length >= ROWS_THAT_REFUSE && isSelling ? rows.flat() : [])
}

/** Two or more answers in a row that say nothing to an identical body, with no other purchase between them. */
function silentRows(
  sends: readonly Fact[],
  errors: Profile['errors'],
  all: readonly Fact[],
): readonly Fact[][] {
  const rows: Fact[][] = [[]]
  for (const send of sends.slice(1)) {
    const last = rows.at(-1)?.at(-1)
    if (last !== undefined && all.some(({ seq, isServed }) => isServed && seq > last.seq && seq < send.seq))
      rows.push([])
    // A refusal that asks to wait is no other one than that of the same moment.
    if (last !== undefined && (send.status ?? 500) < 500 && isBeside(last, send)) continue
    const isPassing = asksToComeAgain(send.status, errors) || isInProgress(send.status)
    if (send.said === 'nothing' && !send.isAbandoned && !isPassing) rows.at(-1)?.push(send)
    else rows.push([])
  }
  return rows.filter((row) => row.length >= 2)
}

/** The orders of the same card that were served before, under other references. */
export function soldBefore(
  { reference, sku }: Order,
  send: Fact,
  orders: readonly Order[],
): readonly Order[] {
  return orders.filter(
    (other) =>
      other.sku === sku &&
      other.reference !== reference &&
      other.sends.some((sold) => sold.isServed && sold.sentMs < send.answeredMs),
  )
}

export const SOLD_OUT =
  'as a card that is sold out: it is refused under each new reference from then on, and another card is sold.'

/** A card is not sold out where fewer were bought: a service that sells each card once merges references. */
const LEAST_SOLD = 3

/** Whether a card may be sold out when a reference is refused: often sold before, never after, and others are. */
export function isSoldOut(order: Order, send: Fact, orders: readonly Order[]): boolean {
  const own = orders.filter(({ sku }) => sku === order.sku)
  const sold = own.filter(({ sends }) => sends.some(({ isServed }) => isServed))
  const refusals = own.flatMap((one) => (sold.includes(one) ? [] : one.sends.slice(0, 1)))
  const turnedAway = refusals.filter(({ said }) => said === 'no')
  const isLater = ({ sku, sends: [first] }: Order) =>
    sku !== order.sku && first?.isServed === true && first.seq > (turnedAway[0]?.seq ?? Infinity)
  const before = soldBefore(order, send, orders).length
  // A card that was never sold is sold out from the first.
  const isOften =
    sold.length === 0 ? order.sends[0]?.said === 'no' : before >= LEAST_SOLD && turnedAway.length > 1
  return isOften && before === sold.length && orders.some(isLater)
}
