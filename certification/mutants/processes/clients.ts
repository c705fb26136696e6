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
export const BROKEN: readonly KnownClient[] = BROKEN_CLIENTS.map(({ name, command, breaks, scenarios }) => ({
  name,
  command,
  breaks: [breaks],
  scenarios,
}))

/** More time than any client here takes in addition to its scenario, also on a busy machine. */
const TIME_LIMIT_SECONDS = 90

/** Most of a client's time is waiting. More that start at once keep each other from being answered in time. */
const JOBS = 8

/** Runs a client as a process in some scenarios at the same time, and judges it. With all of them, it can be certified. */
export async function certifyClient(command: Command, skus: readonly string[]): Promise<Report> {
  const only = skus.length === EVERY.length ? {} : { only: skus }
  const { report } = await certify({ command, ...only, jobs: JOBS, timeLimitSeconds: TIME_LIMIT_SECONDS })
  return report
}
