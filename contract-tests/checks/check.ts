import type { GapId } from '../../contract/reference/gaps.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Session } from '../run/session.ts'

/**
 * One check of a clause. It returns the exchanges that show the clause kept. It throws `Broken` when they show it
 * broken, and `NotObserved` when it could not observe the clause.
 */
export type Check = {
  /** Unique in its clause, in kebab case. */
  readonly name: string
  /** A sentence that is true for a server that keeps the clause. */
  readonly title: string
  /** The gaps whose answers the verdict depends on, in addition to those of every request. */
  readonly restsOn?: readonly GapId[]
  /** Whether only a thorough run includes it. */
  readonly thorough?: boolean
  readonly run: (session: Session) => Promise<readonly Exchange[]>
}

/** At least one check: a clause without any does not compile. */
export type Checks = readonly [Check, ...Check[]]

/** How an answer of the profile is compared with the target: as a check, `Broken` means that it differs. */
type AssumptionCheck = Omit<Check, 'name'>

/** Checks of answers of the profile, by the gap that each answers. */
export type AssumptionChecks = { readonly [Id in GapId]?: AssumptionCheck }
