import type { GapId } from '../../contract/reference/gaps.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Session } from '../run/session.ts'

/**
 * One check of a clause. It returns the exchanges that show the clause kept; it throws `Broken` where they show it
 * broken, and `NotObserved` where it could not see what it looks for.
 */
export type Check = {
  /** Unique in its clause, in kebab case. */
  readonly name: string
  /** A sentence that is true of a server which keeps the clause. */
  readonly title: string
  /** The gaps whose answers the verdict rests on, besides those of every request. */
  readonly restsOn?: readonly GapId[]
  /** Whether only a thorough run makes it. */
  readonly thorough?: boolean
  readonly run: (session: Session) => Promise<readonly Exchange[]>
}

/** At least one check: a clause without any does not compile. */
export type Checks = readonly [Check, ...Check[]]

/** How an answer of the profile is held against the target: as a check, `Broken` meaning that it differs. */
type AssumptionCheck = Omit<Check, 'name'>

/** Checks of answers of the profile, by the gap that each answers. */
export type AssumptionChecks = { readonly [Id in GapId]?: AssumptionCheck }
