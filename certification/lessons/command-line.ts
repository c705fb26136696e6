import { redact } from '../../contract/text/redact.ts'

/** Characters that no shell interprets. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/

/**
 * The command that runs one scenario alone, quoted for a POSIX shell and without any key.
 *
 * @param options.isRestart whether the scenario kills the client and starts it again.
 * @param options.seed the seed of the cards' names, if there is one.
 * @param command the client's command and its arguments; null where it is not known.
 *
 * @example
 * commandLine('SCENARIO-CUT', ['node', 'my client.js'])
 * // "partner-purchase certify --only SCENARIO-CUT -- node 'my client.js'"
 */
export function commandLine(
  sku: string,
  command: readonly string[] | null,
  { isRestart = false, seed }: { readonly isRestart?: boolean; readonly seed?: number | undefined } = {},
): string {
  const client = command === null || command.length === 0 ? 'COMMAND' : shellCommand(command)
  const how = [isRestart ? '--restart ' : '', seed === undefined ? '' : `--seed ${seed} `, '--only'].join('')
  return redact(`partner-purchase certify ${how} ${quoted(sku)} -- ${client}`)
}

/** A command and its arguments, quoted for a POSIX shell. */
export function shellCommand(command: readonly string[]): string {
  return command.map(quoted).join(' ')
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
