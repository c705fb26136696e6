/** Refused before the run. The message says what was asked, what was found, and what to do. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
