import type { Judgement } from '../../../certification/judge-journal.ts'
import type { Command } from '../../../certification/runner/process/run-client.ts'
import { redact } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { whatRemains } from '../../certification/what-remains.ts'
import { type Io, print } from '../../io.ts'
import { fold, widthOf } from '../../terminal/terminal.ts'
import type { CertifyCommandOptions } from './options.ts'
import { rerunWords } from './rerun.ts'

/** Prints what remains after a run, and the command that runs it. */
export function showNext(
  judgement: Judgement,
  command: Command | null,
  options: CertifyCommandOptions,
  io: Io,
): void {
  const remaining = whatRemains(judgement)
  if (remaining === null) return
  print(io, `\n${fold(remaining.sentence, widthOf(io.stdout))}`)
  const { report, watch } = options
  // A watch runs it by itself, and what was not kept can only be read from a folder.
  if (watch === true || (remaining.isFailed && report === undefined)) return
  print(io, `Next: ${nextCommand(command, options, remaining.isFailed, io)}`)
}

/** The command that runs what the last run did not keep, or all. */
export function nextCommand(
  command: Command | null,
  options: CertifyCommandOptions,
  isFailed: boolean,
  io: Io,
): string {
  const { report, restart, seed } = options
  const words = [
    ...rerunWords(options, io),
    ...(restart === true ? ['--restart'] : []),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
    ...(isFailed ? ['--failed'] : []),
    ...(report === undefined ? [] : ['--report', report]),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return redact(shellCommand(words))
}
