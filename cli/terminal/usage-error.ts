/** Something that is refused before it began: what was asked, what was found, what to do. Exit code 2. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
