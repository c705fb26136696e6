import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Report } from '../../../contract/report/report.ts'
import { BROKEN_CLIENTS } from '../../../examples/broken/variations.mjs'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Command } from '../../client-process.ts'
import { certify } from '../../run.ts'

/** A client whose verdict is known. */
export type KnownClient = {
  readonly name: string
  readonly command: Command
  /** Every clause that the client breaks; none for a correct client. */
  readonly breaks: readonly ClientClauseId[]
  /** The SKUs of the scenarios to run. */
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

/** Every client with a mistake, in the scenarios that show the mistake. */
export const BROKEN: readonly KnownClient[] = BROKEN_CLIENTS.map(({ name, command, breaks, scenarios }) => ({
  name,
  command,
  breaks: [breaks],
  scenarios,
}))

/** More than any of these clients takes beyond its scenario, even on a busy machine. */
const TIME_LIMIT_SECONDS = 90

/** Clients mostly wait, but if more of them start at once, their answers come too late. */
const JOBS = 8

/**
 * Certifies a client as a process, with several scenarios at the same time. Only a run of all scenarios can certify it.
 */
export async function certifyClient(command: Command, skus: readonly string[]): Promise<Report> {
  const only = skus.length === EVERY.length ? {} : { only: skus }
  const { report } = await certify({ command, ...only, jobs: JOBS, timeLimitSeconds: TIME_LIMIT_SECONDS })
  return report
}
