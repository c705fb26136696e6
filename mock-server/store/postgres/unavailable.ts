import { StoreUnavailableError } from '../store.ts'
import type { DatabaseAddress } from './database-address.ts'
import { SCHEMA } from './options.ts'

/**
 * The states in which something that the store made is missing from the database: a schema, a table, a function or a
 * right. The statements never change, so they were right before.
 */
const CHANGED = ['3F', '42']

/**
 * The states in which a database refuses a statement for now, and may accept it later: by class, or single ones
 * (PostgreSQL, appendix A).
 */
const PASSING = [
  '08', // connection exception
  '25006', // read only, as a standby is until it takes over
  '40', // transaction rollback
  '53', // insufficient resources
  '55P03', // a lock that was not free in time
  '57', // operator intervention: shut down, starting up, cancelled
  '58', // system error
  'XX', // damaged data
  ...CHANGED,
]

/** Whether an error of the driver means that the database is away, not that it was asked something wrong. */
export function isPassing(error: unknown): boolean {
  const state = stateOf(error)
  // Without a state, the statement did not reach the database, or its answer was lost.
  return state === undefined || isOneOf(PASSING, state)
}

function isOneOf(prefixes: readonly string[], state: string): boolean {
  return prefixes.some((prefix) => state.startsWith(prefix))
}

/** The five characters of SQLSTATE; `undefined` for an error that is not the database's own. */
function stateOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Why something went wrong, in the words of the error. */
export function reasonOf(error: unknown, address: DatabaseAddress): string {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  // Where a name has several addresses, Node gathers their errors in one without a message.
  return address.clean(String(message || code || error))
}

/** The error of a call while its database is away. */
export function unavailable(error: unknown, address: DatabaseAddress): StoreUnavailableError {
  const reason = reasonOf(error, address)
  const state = stateOf(error)
  return new StoreUnavailableError(
    state !== undefined && isOneOf(CHANGED, state)
      ? `The store in ${address.name} is no longer what this mock made there: ${reason}. No purchase is recorded: restore the schema ${SCHEMA}, or stop the mock and start it again, which makes a new one.`
      : `The store in ${address.name} did not answer: ${reason}. Nothing is known of what was asked; ask the same again.`,
  )
}
