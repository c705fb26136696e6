import type { Report } from '../../../contract/report/report.ts'
import { certify } from '../../runner/certify.ts'
import type { Command } from '../../runner/process/program.ts'

/** More time than any client here takes in addition to its scenario, also on a busy machine. */
const TIME_LIMIT_SECONDS = 90

/** Most of a client's time is waiting. More that start at once keep each other from being answered in time. */
const JOBS = 8

/** Runs a client as a process in some scenarios at the same time, and judges it. */
export async function certifyClient(command: Command, skus: readonly string[]): Promise<Report> {
  const { report } = await certify({ command, only: skus, jobs: JOBS, timeLimitSeconds: TIME_LIMIT_SECONDS })
  return report
}
