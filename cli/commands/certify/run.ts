import { certificationExitCode } from '../../../certification/runner/certification-exit-code.ts'
import {
  type CertificationPlan,
  type CertificationRun,
  journalOf,
} from '../../../certification/runner/certification-plan.ts'
import { disguise } from '../../../certification/runner/disguise.ts'
import { judgeJournal } from '../../../certification/runner/judgement.ts'
import type { Command } from '../../../certification/runner/process/run-client.ts'
import { EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import { RESTARTS } from '../../../fixtures/scenarios.ts'
import { tellWorkflow } from '../../files/write-report.ts'
import { type Io, print } from '../../io.ts'
import { loadSettings } from '../../mock/settings.ts'
import { type Interruption, watchForInterruption } from '../../terminal/interruption.ts'
import { paintFor, widthOf } from '../../terminal/terminal.ts'
import { Refusal } from '../../terminal/usage-error.ts'
import { writeCertification } from './certification-files.ts'
import { certifyProcess } from './certify-process.ts'
import { certifyService } from './certify-service.ts'
import { chooseScenarios } from './choose-scenarios.ts'
import { renderCertification } from './render.ts'

/** What `partner-purchase certify` is told. */
export type CertifyOptions = {
  readonly profile?: string
  readonly scenarios?: string
  readonly only?: readonly string[]
  readonly report?: string
  readonly strict?: boolean
  /** How long a client may take for a scenario, beyond what the scenario itself takes. */
  readonly timeLimit: number
  readonly jobs?: number
  readonly listen?: boolean
  /** Names the cards of the scenarios, and puts them in an order. */
  readonly seed?: number
  /** Whether the client is killed and started again in two more scenarios. */
  readonly restart?: boolean
  /** Makes the matrix of assumptions, and certifies nothing. */
  readonly variants?: boolean
  readonly port: number
  readonly host: string
  /** How long is listened at the most. */
  readonly timeout: number
}

/**
 * `partner-purchase certify`: has a client go through the scenarios, judges what it did and writes the report.
 *
 * @returns the exit code of the outcome.
 * @throws {Refusal | ProfileError | ScenariosError | ListenError | CommandError} before anything was judged.
 */
export async function certify(words: readonly string[], options: CertifyOptions, io: Io): Promise<number> {
  const command = commandOf(words, options)
  if (options.variants === true)
    return (await import('./run-variants.ts')).certifyVariants(command, options, io)
  const { profile, profileSource, scenarios: table } = loadSettings(options, io)
  const known = options.restart === true ? [...table, ...RESTARTS] : table
  const plan = { profile, command, ...tableOf(known, options) }
  const interruption = watchForInterruption(io)
  try {
    print(io, heading(plan, profileSource))
    const run = await runOf(plan, options, interruption, io)
    const exitCode = conclude(plan, run, options, io)
    return interruption.isInterrupted() ? EXIT_INTERRUPTED : exitCode
  } finally {
    interruption.release()
  }
}

/** The scenarios as they are run: where a seed names their cards, each is found by its own SKU, too. */
function tableOf(known: readonly Scenario[], { only, seed }: CertifyOptions) {
  if (seed === undefined) return { scenarios: known, chosen: chooseScenarios(known, only) }
  const { scenarios, cards, skus } = disguise(known, seed)
  const named = only?.map((name) => skus.get(name.toUpperCase()) ?? name)
  return { scenarios, cards, seed, chosen: chooseScenarios(scenarios, named) }
}

function commandOf(
  [program, ...args]: readonly string[],
  { listen, restart }: CertifyOptions,
): Command | null {
  if (listen === true && program !== undefined)
    throw new Refusal(
      '--listen: expected no command. The client is a service that you start; or leave --listen out.',
    )
  if (listen === true && restart === true)
    throw new Refusal(
      '--restart: found --listen beside it. A service that was started elsewhere can not be killed here: leave one of the two out.',
    )
  if (listen === true) return null
  if (program === undefined)
    throw new Refusal(
      'certify: found no command. Put it behind --, such as: partner-purchase certify -- node client.mjs; or use --listen for a service that you start yourself.',
    )
  return [program, ...args]
}

function heading({ chosen, scenarios, command, seed }: CertificationPlan, profile: string): string {
  const which =
    chosen.length === scenarios.length
      ? `all ${scenarios.length}`
      : `${chosen.length} of ${scenarios.length}: this can't become a certificate`
  const lines = [
    'Partner Purchase API, certification of a client',
    `  Client     ${command === null ? 'a service, listened to' : 'started once for each scenario'}`,
    `  Profile    ${profile}`,
    `  Scenarios  ${which}`,
    ...(seed === undefined ? [] : [`  Cards      named by the seed ${seed}, in an order of its own`]),
  ]
  return `${lines.join('\n')}\n`
}

function runOf(
  plan: CertificationPlan,
  { jobs, timeLimit, port, host, timeout }: CertifyOptions,
  interruption: Interruption,
  io: Io,
): Promise<CertificationRun> {
  const { command } = plan
  if (command === null) return certifyService(plan, { port, host, timeoutSeconds: timeout }, interruption, io)
  const pace = {
    jobs: jobs ?? plan.chosen.length,
    marginSeconds: timeLimit,
  }
  return certifyProcess({ ...plan, command }, pace, interruption, io)
}

/** Judges what was recorded, as anybody can who reads the journal. */
function conclude(
  plan: CertificationPlan,
  run: CertificationRun,
  { report: folder, strict: isStrict = false }: CertifyOptions,
  io: Io,
): number {
  const journal = journalOf(plan, run)
  const judgement = judgeJournal(Buffer.from(journal), 'the recording of this run', { isStrict })
  print(
    io,
    renderCertification(
      { ...judgement, report: harmless(judgement.report) },
      paintFor(io.stdout, io.env),
      widthOf(io.stdout),
    ),
  )
  tellWorkflow(judgement.report, io)
  if (folder !== undefined) print(io, `\n${writeCertification(folder, judgement, journal, io)}`)
  return certificationExitCode(judgement)
}
