import { existsSync } from 'node:fs'
import { win32 } from 'node:path'
import { redact } from '../contract/text/redact.ts'

/** What to start, in the words of `spawn`. */
export type Program = {
  readonly program: string
  readonly args: readonly string[]
  /** Whether the arguments are the command line as it is, with their quotes. */
  readonly windowsVerbatimArguments?: boolean
}

export type SearchPlace = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string | undefined
  /** Default: whether the file system has it. */
  readonly exists?: (path: string) => boolean
}

/** A program and its arguments: no shell reads them. */
export type Command = readonly [program: string, ...args: string[]]

export function direct([program, ...args]: Command): Program {
  return { program, args }
}

/** What the name of a program can end in, in the order in which Windows tries them. */
const ENDINGS = ['.com', '.exe', '.bat', '.cmd']

const BATCH = /\.(?:bat|cmd)$/i

/** In quotes, cmd.exe leaves every other character as it is. */
const CHANGED_IN_QUOTES = /["%\r\n]/

/**
 * What to start on Windows. `npm`, `npx` and the programs of packages are batch files there, which Node starts through
 * cmd.exe only (CVE-2024-27980): each word is then quoted, and one that cmd.exe would change is refused.
 *
 * @throws {CommandError} naming that word.
 */
export function windowsProgram(command: Command, place: SearchPlace): Program {
  const [name, ...args] = command
  const file = fileOf(name, place)
  if (file === undefined || !BATCH.test(file)) return direct(command)
  const changed = [file, ...args].find((word) => CHANGED_IN_QUOTES.test(word))
  if (changed !== undefined)
    throw new CommandError(
      `The command ${redact(JSON.stringify(name))} can't be started: it is a batch file, and cmd.exe would change its argument ${redact(JSON.stringify(changed))}. Leave quotes, % and line breaks out of it, or give the program that the batch file runs, such as node client.mjs.`,
    )
  const line = [file, ...args].map(quoted).join(' ')
  return {
    program: variable(place.env, 'ComSpec') ?? 'cmd.exe',
    args: ['/d', '/v:off', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  }
}

/** A backslash before the closing quote would make it a character of the word. */
function quoted(word: string): string {
  return `"${word.replace(/\\+$/, '$&$&')}"`
}

function fileOf(name: string, { env, cwd = '.', exists = existsSync }: SearchPlace): string | undefined {
  const names = ENDINGS.includes(win32.extname(name).toLowerCase())
    ? [name]
    : ENDINGS.map((end) => name + end)
  const folders = /[/\\:]/.test(name) ? [cwd] : (variable(env, 'Path') ?? '').split(win32.delimiter)
  return folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((file) => win32.resolve(folder, file)))
    .find(exists)
}

/** Names of variables have no case on Windows, but those of a copied environment do. */
function variable(env: SearchPlace['env'], name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

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
