import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { Answer } from '../analysis/answer.ts'
import { expectServed, needServed } from '../analysis/expect-served.ts'
import { dataOf, describeAnswer } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { laterReads } from '../steps/later-reads.ts'
import { ping } from '../steps/reading.ts'
import type { Checks } from './check.ts'

/** `ping-ok`: ping is served, and says so. */
export const pingOkChecks: Checks = [
  {
    name: 'status',
    title: 'GET /ping answers with status "ok"',
    restsOn: ['ping-position'],
    run: async (session) => {
      const answer = await ping(session)
      expectServed(answer, session, 'GET /ping')
      return expectPingField(answer, session, 'status', 'ok')
    },
  },
  {
    name: 'later',
    title: 'GET /ping answers with status "ok" after the purchases, too',
    restsOn: ['ping-position'],
    run: async (session) => {
      const { ping: answer } = await laterReads(session)
      expectServed(answer, session, 'GET /ping')
      return expectPingField(answer, session, 'status', 'ok')
    },
  },
]

/** `ping-mode-test`: a TEST key selects the mode. */
export const pingModeChecks: Checks = [
  {
    name: 'mode',
    title: 'GET /ping answers with mode "TEST" for a TEST key',
    restsOn: ['ping-position'],
    run: async (session) => expectPingField(await ping(session), session, 'mode', 'TEST'),
  },
  {
    name: 'later',
    title: 'GET /ping answers with mode "TEST" after the purchases, too',
    restsOn: ['ping-position'],
    run: async (session) => expectPingField((await laterReads(session)).ping, session, 'mode', 'TEST'),
  },
]

function expectPingField(answer: Answer, session: Session, field: 'status' | 'mode', expected: string) {
  needServed(answer, session, 'Nothing in it can be read (see ping-ok).')
  dataOf(answer)
  const pointer = session.profile.ping[field]
  const found = readPointer(answer.json, pointer)
  if (found === undefined) throw missing(answer, field, pointer)
  if (found === expected) return [answer.exchange]
  const message = `Expected ${field} "${expected}"; ${describeAnswer(answer)} with ${JSON.stringify(found)} at ${pointer}.`
  throw new Broken(message, [answer.exchange])
}

/** Distinguishes a missing field from one that is at another position than the profile says. */
function missing(answer: Answer, field: string, pointer: string): Error {
  if (!JSON.stringify(answer.json).includes(`"${field}":`)) {
    return new Broken(`${describeAnswer(answer)} without the field ${field}.`, [answer.exchange])
  }
  const reason = `${describeAnswer(answer)} with the field ${field}, but not at ${pointer}. The reference does not show its position: change ping.${field} in the profile.`
  return new NotObserved(reason, [answer.exchange])
}
