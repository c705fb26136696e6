import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { nearestOf } from '../../terminal/nearest.ts'
import { Refusal } from '../../terminal/usage-error.ts'

/**
 * The clauses that `--require` names.
 *
 * @throws {Refusal} for an id that is not one of a server clause.
 */
export function requiredClauses(ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !Object.hasOwn(SERVER_CLAUSES, id))
  if (unknown === undefined) return ids
  throw new Refusal(
    `--require: found ${JSON.stringify(unknown)}, expected the id of a clause that binds a server. ${nearestOf(unknown, Object.keys(SERVER_CLAUSES))} \`partner-purchase clauses\` lists all of them.`,
  )
}
