import type { Clock } from '../../contract/clock.ts'
import type { PartialProfile } from '../../contract/profile/parse-profile.ts'
import type { Check } from '../checks/check.ts'
import { type Run, runSuite } from '../run.ts'
import { CHECKS } from '../suite.ts'
import { paceOf } from '../target/pace.ts'
import { targetOf } from '../target/target.ts'
import { idleClock } from './idle-clock.fixture.ts'
import { networkTo } from './in-process.fixture.ts'
import type { Row } from './server.fixture.ts'
import { type Answered, type Asked, BLOCKED_KEY, KEY, type SmallService } from './service.fixture.ts'

/** The time that an order may take to settle is confirmed, so that an order which never settles breaks its clause. */
const PROFILE: PartialProfile = { limits: { settleSeconds: 60 }, provenance: { limits: 'confirmed' } }

/** A server, and a count of the purchases that arrive there. */
export function counting(Server: new (clock: Clock) => SmallService, clock: Clock) {
  const arrived = { purchases: 0 }
  class Counting extends Server {
    override answer(asked: Asked): Promise<Answered> {
      if (asked.method === 'POST') arrived.purchases += 1
      return super.answer(asked)
    }
  }
  return { arrived, network: networkTo(new Counting(clock), clock) }
}

/** Runs the suite against a server in this process, in virtual time. */
export function runOn({ service }: Pick<Row, 'service'>, checks: readonly Check[] = CHECKS): Promise<Run> {
  const clock = idleClock()
  const target = targetOf({
    baseUrl: 'http://service.invalid',
    apiKey: KEY,
    notAllowedKey: BLOCKED_KEY,
    profile: PROFILE,
  })
  return runSuite(target, { pace: paceOf(clock), network: networkTo(service(clock), clock) }, checks)
}

/** The clauses that a run reports as broken. */
export function brokenIn({ report }: Run): readonly string[] {
  return report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
}

/** The reasons why clauses were not observed, without repetition. */
export function unseenIn({ report }: Run): readonly string[] {
  const checks = report.clauses.flatMap((clause) => clause.checks)
  return [
    ...new Set(
      checks
        .filter(({ verdict }) => verdict === 'not-observed')
        .map(({ id, message }) => `${id}: ${message}`),
    ),
  ]
}
