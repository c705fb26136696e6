import type { AnswerKey } from '../../../contract/profile/profile.ts'
import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { DocumentSighting } from '../finding.ts'

/** A part of a document that contradicts a documented clause: a broken contract, seen before the first request. */
export type Contradiction = {
  readonly clause: ServerClauseId
  readonly section: string
  /** The request line of the operation. */
  readonly operation: string
  readonly message: string
  readonly seen: readonly DocumentSighting[]
}

/** An answer that a document gives otherwise than the service. */
export type AnswerDifference = {
  readonly key: AnswerKey | 'base address'
  readonly document: unknown
  readonly service: unknown
  /** Whose answer is in the profile. */
  readonly taken: 'document' | 'service'
}
