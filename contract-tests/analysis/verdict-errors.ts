import type { Exchange } from '../../contract/wire/exchange.ts'

/** An error with the exchanges that show it. */
class ErrorWithEvidence extends Error {
  readonly evidence: readonly Exchange[]

  constructor(message: string, evidence: readonly Exchange[] = []) {
    super(message)
    this.evidence = evidence
  }
}

/** Thrown by a check that found its clause broken. It has what was expected, what was found, and the exchanges that show it. */
export class Broken extends ErrorWithEvidence {
  override readonly name = 'Broken'
}

/** Thrown by a check that needs something the user did not give. Its message names it. Such a check is not counted. */
export class OutOfReach extends ErrorWithEvidence {
  override readonly name = 'OutOfReach'
}

/** Thrown by a check that could not observe its clause. Its message says why, and what to do. Neither pass nor fail. */
export class NotObserved extends ErrorWithEvidence {
  override readonly name = 'NotObserved'
}
