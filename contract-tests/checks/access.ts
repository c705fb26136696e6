import { type Answer, isServed } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { describeAnswer } from '../readings.ts'
import { exchangesOf } from '../recording-fetch.ts'
import type { Session } from '../session.ts'
import { Broken, NotObserved } from '../signals.ts'
import {
  purchaseWithoutKey,
  readsFromElsewhere,
  readsWithInvalidKey,
  readsWithoutKey,
} from '../stimuli/refusals.ts'

/** `key-required`: for reads and for purchases, without a key and with something that is none. */
export const keyRequiredChecks: Checks = [
  notServed('reads-without-key', 'no read is served without a key', readsWithoutKey),
  notServed('reads-with-invalid-key', 'no read is served with an invalid key', readsWithInvalidKey),
  notServed('purchase-without-key', 'no purchase is served without a key', async (session) => [
    await purchaseWithoutKey(session),
  ]),
]

/** `ip-allowlist`: for a key whose allowlist leaves the suite's address out. */
export const allowlistChecks: Checks = [
  notServed('reads', 'no read is served to an address that is not allowed', readsFromElsewhere),
]

function notServed(
  name: string,
  title: string,
  source: (session: Session) => Promise<readonly Answer[]>,
): Check {
  return {
    name,
    title,
    run: async (session) => {
      const answers = await source(session)
      const served = answers.find(isServed)
      if (served !== undefined) {
        throw new Broken(`Expected not to be served; ${describeAnswer(served)}.`, [served.exchange])
      }
      const silent = answers.find((answer) => answer.status === null)
      if (silent !== undefined) throw new NotObserved(`${describeAnswer(silent)}.`, [silent.exchange])
      return exchangesOf(answers.slice(0, 1))
    },
  }
}
