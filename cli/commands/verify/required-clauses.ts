import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { InputError } from '../../terminal/input-error.ts'
import { nearestOf } from '../../terminal/nearest.ts'

/**
 * The clauses that `--require` names.
 *
 * @throws {InputError} for an id that is not one of a server clause.
 */
export function requiredClauses(ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !Object.hasOwn(SERVER_CLAUSES, id))
  if (unknown === undefined) return ids
  throw new InputError(
    `--require: found ${JSON.stringify(unknown)}, expected the id of a clause that binds a server. ${nearestOf(unknown, Object.keys(SERVER_CLAUSES))} \`npx partner-purchase-kit clauses\` lists all of them.`,
  )
}
