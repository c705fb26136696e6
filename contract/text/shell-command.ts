/** Characters that no shell interprets. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/

/** A command and its arguments, quoted for a POSIX shell. */
export function shellCommand(command: readonly string[]): string {
  return command.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}
