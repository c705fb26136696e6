import type { Session } from '../run/session.ts'

/** Something that is done to a target once in a run, however many checks look at what came of it. */
export type Stimulus<Result> = (session: Session) => Promise<Result>

/**
 * Makes a stimulus: the first check that asks for it runs it, every other one of the run is handed the same result.
 *
 * @example
 * const ping = stimulus((session) => session.wire.send({ operation: 'ping' }))
 */
export function stimulus<Result>(run: Stimulus<Result>): Stimulus<Result> {
  const results = new WeakMap<Session, Promise<Result>>()
  return (session) => {
    const known = results.get(session)
    if (known !== undefined) return known
    const result = run(session)
    results.set(session, result)
    return result
  }
}
