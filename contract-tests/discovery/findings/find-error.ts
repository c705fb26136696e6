import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import type { Profile } from '../../../contract/profile/profile.ts'

type ErrorShape = Profile['errors']['body']

const SHAPES: readonly ErrorShape[] = ['problem', 'error-object']

/**
 * The one shape that every refusal has.
 *
 * @param bodies the bodies of refusals, parsed; undefined for one that is not JSON.
 */
export function findErrorShape(bodies: readonly unknown[]): ErrorShape | undefined {
  if (bodies.length === 0) return undefined
  return SHAPES.find((shape) => bodies.every((body) => hasErrorShape(shape, body)))
}

/** The status of a kind of refusal, and whether every refusal of the kind had it. */
export type ErrorStatusSeen = { readonly status: number; readonly others: readonly number[] }

/** Statuses about the state of the service, not about the request. */
const OF_THE_MOMENT = [408, 425, 429]

/**
 * The status that answers a kind of bad request.
 *
 * @param statuses of every answer to such a request; null where none arrived. The first is the most typical one.
 * @returns undefined if none of them refuses the request.
 */
export function findErrorStatus(statuses: readonly (number | null)[]): ErrorStatusSeen | undefined {
  const refusals = statuses.filter((status) => status !== null).filter(isRefusal)
  const [status] = refusals
  if (status === undefined) return undefined
  return { status, others: [...new Set(refusals)].filter((other) => other !== status) }
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !OF_THE_MOMENT.includes(status)
}
