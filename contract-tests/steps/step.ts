import type { Session } from '../run/session.ts'

/** Something that is done to a target once in a run, however many checks look at what came of it. */
export type Step<Result> = (session: Session) => Promise<Result>

/**
 * Makes a step: the first check that asks for it runs it, every other one of the run is handed the same result.
 *
 * @example
 * const ping = step((session) => session.api.send({ operation: 'ping' }))
 */
export function step<Result>(run: Step<Result>): Step<Result> {
  const results = new WeakMap<Session, Promise<Result>>()
  return (session) => {
    const known = results.get(session)
    if (known !== undefined) return known
    const result = run(session)
    results.set(session, result)
    return result
  }
}
