import type { Profile } from '../../contract/profile/profile.ts'
import { formOf } from '../history/forms.ts'
import type { Fact } from './facts.ts'
import type { Findings } from './findings.ts'
import { type BesideTest, isAtOnce, isPlain, type Order, type Orders } from './orders.ts'
import type { Refusals } from './refusals.ts'

export const LOOKUP = ['lookup-operation'] as const

export type OrderRun = {
  readonly profile: Profile
  /** All that was served to the run's own key. */
  readonly served: readonly Fact[]
  readonly orders: readonly Order[]
  readonly references: Orders['references']
  /** The cards of the catalogue. */
  readonly skus: ReadonlySet<string>
  readonly isOneBeside: BesideTest
  /** Whether the body of a purchase is written as that of none that was served. */
  readonly isOddlyWritten: (send: Fact) => boolean
  readonly findings: Findings
  readonly refusals: Refusals
  readonly refused: ReadonlySet<Fact>
  /** Bodies that repeat the first answer of their order, which has settled. */
  readonly stored: ReadonlySet<Fact>
  /** How long a purchase took at most. Milliseconds. */
  readonly slowestMs: number
  /** Whether any lookup found any order: if none did, the profile may name the wrong path. */
  readonly isEverFound: boolean
  /** Lookups, and purchases, that said nothing, too many in a row for weather. */
  readonly deadLookups: ReadonlySet<Fact>
  readonly deadPurchases: ReadonlySet<Fact>
  /** References whose identical body seems to have cost money; null where the balance shows no purchase. */
  readonly charged: ReadonlySet<string> | null
  /** How long after a purchase the balance shows it. Milliseconds. */
  readonly lagMs: number
}

/** The check of a new reference, by how it is written and what was bought beside it. */
export function newCheck(order: Order, first: Fact, { isOneBeside }: Pick<OrderRun, 'isOneBeside'>): string {
  if (!isPlain(order.reference)) return 'written'
  return isOneBeside(order, first) ? 'beside' : 'additional'
}

/** The check of an order whose client went away: whether it was looked up before its body was sent again. */
export function timeoutCheckOf({ sends, lookups }: Order): string {
  const resent = sends.find(({ isAbandoned }) => !isAbandoned)
  return resent !== undefined && !lookups.some(({ sentMs }) => sentMs < resent.sentMs) ? 'resent' : 'found'
}

/** Checks that an identical body is one of, by how and when it was sent: the narrower first. */
function repeatChecksOf(order: Order, repeat: Fact): readonly string[] {
  const [first] = order.sends
  const isLookedUp = (order.lookups[1]?.sentMs ?? Number.POSITIVE_INFINITY) < repeat.sentMs
  const isLate = !order.sends.slice(0, 2).includes(repeat) || isLookedUp
  // One that is asked to come again is sent once more.
  const asked = order.sends.findLast(({ seq, said }) => seq < repeat.seq && said === 'nothing')
  const isSimultaneous = [repeat, asked].some((send) => send !== undefined && isAtOnce(order, send))
  const time = isSimultaneous ? 'simultaneous' : isLate ? 'settled' : 'later'
  const isRewritten = first !== undefined && textOf(repeat) !== textOf(first)
  return [...(isRewritten ? ['reordered'] : []), ...(isPlain(order.reference) ? [] : ['written']), time]
}

/** What an identical body shows, the narrower first: after its client went away (§4.3), or by itself (§4.2). */
export function shownBy(order: Order, repeat: Fact) {
  const isAfterTimeout = order.sends.some((send) => send.isAbandoned && send.sentMs < repeat.sentMs)
  return isAfterTimeout
    ? [{ clause: 'purchase-survives-timeout', check: timeoutCheckOf(order) } as const]
    : repeatChecksOf(order, repeat).map((check) => ({ clause: 'same-body-same-purchase', check }) as const)
}

export function repeatCheckOf(order: Order, repeat: Fact): string {
  return repeatChecksOf(order, repeat)[0] ?? 'later'
}

function textOf({ forms }: Fact): string {
  return forms.filter((form) => formOf(form).limit === null).join()
}
