import type { UnknownScenarioError } from '../../../certification/plan.ts'
import type { Command } from '../../../certification/program.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { redact } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { InputError, type Io } from '../../io.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { flagOf } from '../arguments.ts'
import type { CertifyCommandOptions } from './command.ts'

/** The refusal of a scenario that there is not. */
export function unknownScenario(cause: UnknownScenarioError): InputError {
  const { asked, known } = cause
  // As names behind --only go on until the next option, a client's command is easily taken for one.
  return new InputError(
    `--only ${asked}: there is no such scenario. ${nearestOf(asked, known)} \`partner-purchase scenarios\` lists them. The client's command comes after --.`,
    { cause },
  )
}

/** The command that runs all scenarios with the same client. */
export function wholeRun(command: Command | null, options: CertifyCommandOptions, io: Io): string {
  const { report, restart } = options
  const words = [
    ...rerunWords(options, io),
    ...(restart === true ? ['--restart'] : []),
    ...(report === undefined ? [] : ['--report', report]),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return redact(shellCommand(words))
}

/** The options without which a scenario that runs alone would be another one: its files, its name, its network. */
const KEPT = ['profile', 'scenarios', 'name'] as const

/** The same, of a service that is listened to. */
const KEPT_LISTENING = [...KEPT, 'listen', 'port', 'host', 'tlsCert', 'tlsKey'] as const

/** The words that start a run like this one, up to its scenarios. */
export function rerunWords(options: CertifyCommandOptions, io: Io): readonly string[] {
  const kept = (options.listen === true ? KEPT_LISTENING : KEPT).flatMap((name) => {
    const value = options[name]
    if (value === undefined || value === false) return []
    const flag = flagOf(name)
    return value === true ? [flag] : [flag, String(value)]
  })
  return [...invocationOf(io), 'certify', ...kept]
}
