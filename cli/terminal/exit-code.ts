import type { CommanderError } from 'commander'
import { EXIT_CODES } from '../../contract/report/verdict.ts'
import { legible } from '../../contract/text/harmless.ts'
import { type Io, isWorkflow } from '../io.ts'

/** Errors whose message tells the user what to change. Compared by name, so that no module is loaded for it. */
const USER_ERRORS = [
  'InputError',
  'ProfileError',
  'ScenariosError',
  'PartnersError',
  'MissingPackageError',
  'BaselineError',
  'ListenError',
  'StoreError',
  'CommandError',
  'JournalError',
  'ProxySetupError',
  'TargetError',
  'UsageError',
]

/** `show` gets the message, without a key and without a stack. */
export function exitCodeOf(cause: unknown, show: (text: string) => void): number {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const { name, message, isUnreachable = false }: Error & { isUnreachable?: boolean } = error
  // Commander has printed its own message already; help and version are not errors.
  if (name === 'CommanderError') return (cause as CommanderError).exitCode === 0 ? 0 : EXIT_CODES.refused
  if (USER_ERRORS.includes(name)) {
    show(legible(message))
    return EXIT_CODES[isUnreachable ? 'unreachable' : 'refused']
  }
  show(`The kit has a fault of its own: ${legible(message)}\nPlease report it with the command you ran.`)
  return EXIT_CODES['harness-fault']
}

/** An annotation for GitHub Actions. Nothing in its texts acts as a command. */
export function annotation(kind: 'error' | 'warning' | 'notice', title: string, text: string): string {
  return `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(text)}`
}

export function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

export const OF_THE_RUN = 'partner-purchase'

/** Annotates a workflow of GitHub Actions with the reason why a command line was refused. Does nothing elsewhere. */
export function annotateRefusal(text: string, io: Pick<Io, 'env' | 'stderr'>): void {
  if (isWorkflow(io)) io.stderr.write(`${annotation('error', OF_THE_RUN, text)}\n`)
}
