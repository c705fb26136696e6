/** A document that can't be read. The message names the place, what was found there, and what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}
