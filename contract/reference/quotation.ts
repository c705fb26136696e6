import { CLIENT_CLAUSES, type ClientClauseId } from './client-clauses.ts'
import { isInferred, statementsOf } from './statements.ts'

/**
 * What the reference says, word for word, each sentence in quotes; or that a clause is inferred, when
 * none of them says it.
 *
 * @example
 * quotation('reads-lookup-position') // 'The reference, §4.1: “Clients must read each at its own position.”'
 */
export function quotation(id: ClientClauseId): string {
  const { section, text } = CLIENT_CLAUSES[id]
  if (isInferred(id))
    return `No sentence of the reference says so: it is inferred from all of §${section} that the client ${text}.`
  const sentences = statementsOf(id).map((statement) => `“${statement.text}”`)
  return `The reference, §${section}: ${sentences.join(' ')}`
}
