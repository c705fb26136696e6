import type { Profile } from '../../contract/profile/profile.ts'
import type { Fact } from './facts.ts'
import type { Findings } from './findings.ts'
import type { MoneyWeather } from './money-rules.ts'
import type { Order } from './orders.ts'

/** The gap that a verdict depends on when it is read from lookups. */
export const LOOKUP = ['lookup-operation'] as const

/** What the answers about all orders say together. */
export type OrderRun = {
  readonly profile: Profile
  readonly orders: readonly Order[]
  readonly findings: Findings
  /** References whose purchase was served: how they are written is known to be accepted. */
  readonly accepted: readonly string[]
  /** Identical bodies that were refused by saying nothing, again and again. */
  readonly refused: ReadonlySet<Fact>
  /** Whether any lookup found any order: if none did, the profile may name the wrong path. */
  readonly isEverFound: boolean
  /** Lookups, and purchases, that said nothing, too many in a row for weather. */
  readonly deadLookups: ReadonlySet<Fact>
  readonly deadPurchases: ReadonlySet<Fact>
  readonly charged: MoneyWeather['charged']
}
