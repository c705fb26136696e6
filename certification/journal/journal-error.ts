/** A journal that cannot be judged: names the file, the error, and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}
