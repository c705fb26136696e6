import { type Judgement, judgeJournal } from '../judge-journal.ts'
import { certifyProcess } from './certify-process.ts'
import { certifyService } from './certify-service.ts'
import type { CertifyOptions } from './options.ts'
import { certificationPlan } from './plan.ts'
import { closeInspector } from './process/exit-guard.ts'
import { journalOf, ownScenario } from './recording.ts'

/** The verdict on a client, and the recording that it was made from. */
export type Certification = Judgement & {
  /** JSON Lines with a seal. `judge` makes the same report from it at any time. */
  readonly journal: string
}

/**
 * Has a client go through the scenarios, once it has bought an ordinary card (a service does not have to), each at a mock of its own, and judges what it sent by the clauses of the
 * reference that bind a client. A run of all scenarios takes about as long as the longest: some 25 seconds.
 *
 * @param options the client, as a command that is started for each scenario and once before them, or as a service that is listened to.
 * @throws {UnknownScenarioError} for a name in `only` that no scenario has.
 * @throws {ProfileError} for a profile that can't be used.
 * @throws {CommandError} when the command can't be started.
 * @throws {ListenError} when the port can't be listened on.
 *
 * @example
 * const { isCertified, report, journal } = await certify({ command: ['node', 'client.mjs'] })
 *
 * @example
 * // A running service gets the address and the key.
 * const { isCertified } = await certify({
 *   listen: { timeoutSeconds: 120 },
 *   onProgress: (progress) => {
 *     if (progress.event === 'listening') buyAll(progress.url, progress.key, progress.scenarios)
 *   },
 * })
 */
export async function certify(options: CertifyOptions): Promise<Certification> {
  closeInspector()
  const plan = certificationPlan(options)
  const scenarios = plan.scenarios
    .filter((one) => plan.chosen.includes(one))
    .map((scenario) => ownScenario(scenario, plan.own))
  options.onProgress?.({ event: 'begun', scenarios, of: plan.scenarios.length })
  const run =
    options.command === undefined ? await certifyService(plan, options) : await certifyProcess(plan, options)
  const journal = journalOf(plan, run)
  const { isStrict = false } = options
  return { ...judgeJournal(journal, { source: 'the recording of this run', isStrict }), journal }
}
