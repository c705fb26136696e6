import type { CommanderError } from 'commander'
import { EXIT_CODES } from '../../contract/report/verdict.ts'
import { legible } from '../../contract/text/harmless.ts'
import type { Io } from '../io.ts'

/** Errors whose message tells the user what to change. Compared by name, so that no module is loaded for it. */
const USER_ERRORS = [
  'InputError',
  'ProfileError',
  'DocumentError',
  'ScenariosError',
  'PartnersError',
  'MissingPackageError',
  'BaselineError',
  'ObservedError',
  'ListenError',
  'StoreError',
  'CommandError',
  'JournalError',
  'HistoryError',
  'ProxySetupError',
  'UsageError',
]

/**
 * The exit code for an error that ended a command early, after its message was shown.
 *
 * @param show called with the message, without a key and without a stack.
 */
export function exitCodeOf(cause: unknown, show: (text: string) => void): number {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
  // Commander has printed its own message already; help and version are not errors.
  if (name === 'CommanderError') return (cause as CommanderError).exitCode === 0 ? 0 : EXIT_CODES.refused
  if (USER_ERRORS.includes(name)) {
    show(legible(message))
    return EXIT_CODES.refused
  }
  show(`The kit has a fault of its own: ${legible(message)}\nPlease report it with the command you ran.`)
  return EXIT_CODES['harness-fault']
}

/** The text of a command to a runner of GitHub Actions: all of it is data. */
export function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** A property of a command to a runner of GitHub Actions. */
export function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** An error about the run as a whole. */
export function errorAnnotation(text: string): string {
  return `::error title=partner-purchase::${escapedData(text)}`
}

/** Annotates a workflow of GitHub Actions with the reason why a command line was refused. Does nothing elsewhere. */
export function annotateRefusal(text: string, { env, stderr }: Pick<Io, 'env' | 'stderr'>): void {
  if (env.GITHUB_ACTIONS === 'true') stderr.write(`${errorAnnotation(text)}\n`)
}
