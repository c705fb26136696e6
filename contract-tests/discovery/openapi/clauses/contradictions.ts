import { SERVER_CLAUSES } from '../../../../contract/reference/server-clauses.ts'
import type { Contradiction } from '../disagreement.ts'
import { sightings } from '../learn/document-reading.ts'
import type { ClauseStatement } from './statements.ts'

/**
 * The statements of a document that contradict a clause.
 *
 * @param clean removes keys from a text.
 */
export function contradictionsIn(
  statements: readonly ClauseStatement[],
  clean: (text: string) => string,
): readonly Contradiction[] {
  return statements.flatMap(({ clause, operation, problem, nodes }) => {
    if (problem === null) return []
    const line = clean(`${operation.method} ${operation.path}`)
    const { section } = SERVER_CLAUSES[clause]
    return [{ clause, section, operation: line, message: clean(problem), seen: sightings(nodes, clean) }]
  })
}
