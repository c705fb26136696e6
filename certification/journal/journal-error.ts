/** A journal that can't be judged: says which, what is wrong with it, and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}
