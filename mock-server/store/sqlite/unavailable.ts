import { type MaybePromise, StoreUnavailableError } from '../store.ts'
import { resultCodeOf } from './open-database.ts'

/**
 * What says that the file can't be reached, and not that the kit has a fault (https://sqlite.org/rescode.html): busy,
 * locked, no memory, read only, input or output, corrupt, full, can't open, no database.
 */
const UNREACHABLE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

/** Makes a promise of an operation, which rejects as a store's does. */
export type Guarded = <Given extends unknown[], Result>(
  operate: (...given: Given) => MaybePromise<Result>,
) => (...given: Given) => Promise<Result>

/** @param admit throws if the file must not be used. */
export function guardedBy(admit: () => void): Guarded {
  return (operate) =>
    async (...given) => {
      try {
        admit()
        return await operate(...given)
      } catch (cause) {
        throw isUnreachable(cause) ? new StoreUnavailableError(messageOf(cause), { cause }) : cause
      }
    }
}

function isUnreachable(cause: unknown): boolean {
  const isClosed = cause instanceof Error && 'code' in cause && cause.code === 'ERR_INVALID_STATE'
  // A text of the file that was JSON when it was written.
  const isDamaged = cause instanceof SyntaxError
  return isClosed || isDamaged || UNREACHABLE.has(resultCodeOf(cause))
}

function messageOf(cause: unknown): string {
  return `The store's file can't be reached: ${cause instanceof Error ? cause.message : String(cause)}.`
}
