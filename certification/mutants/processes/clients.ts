import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { BROKEN_CLIENTS } from '../../../examples/broken/variations.mjs'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Command } from '../../runner/process/program.ts'

/** A client whose verdict is known. */
export type KnownClient = {
  readonly name: string
  readonly command: Command
  /** Every clause that it breaks; none for a correct client. */
  readonly breaks: readonly ClientClauseId[]
  /** The SKUs of the scenarios that it runs. */
  readonly scenarios: readonly string[]
}

const EVERY = SCENARIOS.map(({ sku }) => sku)

const GOOD: readonly (readonly [name: string, command: Command])[] = [
  ...Object.entries(GOOD_CLIENTS),
  ['none (the broken ones, without a mistake)', ['node', 'examples/broken/run.mjs', 'none']],
]

/** Every correct client, in all scenarios. */
export const CERTIFIED: readonly KnownClient[] = GOOD.map(([name, command]) => ({
  name,
  command,
  breaks: [],
  scenarios: EVERY,
}))

/** Every client with a mistake, in the scenarios that show it. */
export const BROKEN: readonly KnownClient[] = BROKEN_CLIENTS.map(
  ({ name, command, breaks, alongside, scenarios }) => ({
    name,
    command,
    breaks: [breaks, ...alongside],
    scenarios,
  }),
)
