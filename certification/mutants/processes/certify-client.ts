import type { Report } from '../../../contract/report/report.ts'
import { certify } from '../../runner/certify.ts'
import type { Command } from '../../runner/process/run-client.ts'

/** More than any client here takes beyond its scenario, on however busy a machine. */
const TIME_LIMIT_SECONDS = 90

/** Runs a client, as it is started by hand, through some scenarios at once, and judges it. */
export async function certifyClient(command: Command, skus: readonly string[]): Promise<Report> {
  const { report } = await certify({ command, only: skus, timeLimitSeconds: TIME_LIMIT_SECONDS })
  return report
}
