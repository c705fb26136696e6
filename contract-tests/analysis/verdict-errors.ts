import type { Exchange } from '../../contract/wire/exchange.ts'

/** Thrown by a check that saw its clause broken: what was expected, what was found, and the exchanges that show it. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly evidence: readonly Exchange[]

  constructor(message: string, evidence: readonly Exchange[] = []) {
    super(message)
    this.evidence = evidence
  }
}

/** Thrown by a check that needs what the user has not given: what that is, as a sentence. It is not counted. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach'
  readonly evidence: readonly Exchange[] = []
}

/** Thrown by a check that could not see what it looks for: why, and what to do about it. Never green, never red. */
export class NotObserved extends Error {
  override readonly name = 'NotObserved'
  readonly evidence: readonly Exchange[]

  constructor(message: string, evidence: readonly Exchange[] = []) {
    super(message)
    this.evidence = evidence
  }
}
