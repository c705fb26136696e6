import { redact } from '../../../contract/text/redact.ts'

/** A command that can't be started: says which, why, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const NO_PROGRAM =
  'it is no program of this machine. Give the program that runs it first, such as node client.mjs'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT:
    'there is no such program, here or on the PATH, or the one that its first line names is missing. Give its path, such as ./client',
  EACCES:
    'it is not executable. Make it so with chmod +x, or give the program that runs it first, such as node client.mjs',
  ENOTDIR: 'a part of its path is no folder. Give its path, such as ./client',
  ENOEXEC: NO_PROGRAM,
  // What Windows answers to that.
  EFTYPE: NO_PROGRAM,
  UNKNOWN: NO_PROGRAM,
}

/** The error of a command that the system refused to start. */
export function commandError(command: readonly string[], cause: unknown): CommandError {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason = REASONS[code ?? ''] ?? redact(message)
  return new CommandError(
    `The command ${redact(JSON.stringify(command[0]))} can't be started: ${reason}.${quotingHint(command)}`,
    { cause },
  )
}

/** A whole command line in quotes arrives as the name of one program. */
function quotingHint([program = '', ...args]: readonly string[]): string {
  if (args.length > 0 || !/\S\s+\S/.test(program)) return ''
  return ` It is one word, with spaces in it: leave its quotes out, as in -- ${redact(program)}. For what only a shell can do, name the shell: -- sh -c ${redact(JSON.stringify(program))}.`
}
