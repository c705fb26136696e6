import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'

/** A client with one mistake. */
export type BrokenClient = {
  readonly name: string
  /** What it does wrong, in one sentence. */
  readonly says: string
  readonly breaks: ClientClauseId
  /** In which it shows. */
  readonly scenarios: readonly ScenarioSku[]
  /** From the root of the repository. */
  readonly command: readonly [program: string, ...args: string[]]
}

export const BROKEN_CLIENTS: readonly BrokenClient[]
