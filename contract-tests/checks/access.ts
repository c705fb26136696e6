import { moneyWords } from '../../contract/wire/money.ts'
import { type Answer, exchangesOf, isServed } from '../analysis/answer.ts'
import { describeAnswer } from '../analysis/read-answer.ts'
import { Broken, NotObserved, OutOfReach } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { debited } from '../steps/measured.ts'
import { takesAnyTestKey } from '../steps/mock-health.ts'
import {
  blockedKey,
  purchasesWithWrongKey,
  readsFromElsewhere,
  readsWithInvalidKey,
  readsWithoutKey,
  readsWithUnassignedKey,
  unassignedKey,
} from '../steps/refusals.ts'
import { chargeEvidence, isDebitedLater, OFF_THE_BALANCE, priceSeen } from './charges.ts'
import type { Check, Checks } from './check.ts'

/** `key-required`: reads and purchases without a key, with an invalid key, and with a key that was never issued. */
export const keyRequiredChecks: Checks = [
  notServed('reads-without-key', 'no read is served without a key', readsWithoutKey),
  notServed(
    'reads-with-invalid-key',
    'no read is served with an invalid key, or an empty one',
    readsWithInvalidKey,
  ),
  ofUnassignedKey(
    'reads-with-unknown-key',
    'no read is served with a TEST key that was given to nobody',
    readsWithUnassignedKey,
  ),
  notServed('purchase-without-key', 'no purchase is served without a key', async (session) =>
    wrongKeys(session, (key) => key !== unassignedKey(session) && key !== session.target.notAllowedKey),
  ),
  ofUnassignedKey(
    'purchase-with-unknown-key',
    'no purchase is served with a TEST key that was given to nobody',
    async (session) => wrongKeys(session, (key) => key === unassignedKey(session)),
  ),
  {
    name: 'refused-purchase',
    title: 'a purchase that is refused for its key takes nothing off the balance',
    restsOn: OFF_THE_BALANCE,
    run: expectNotCharged,
  },
]

/** Judges only what the balance shows: if it can't be read, a refusal is all that can be seen. */
async function expectNotCharged(session: Session) {
  const step = await purchasesWithWrongKey(session)
  const answers = step.sent.map(({ answer }) => answer)
  const evidence = chargeEvidence(step, answers)
  const price = await priceSeen(session).catch(() => 0)
  const cost = debited(step) ?? 0
  const isCharged = price > 0 && cost > 0 && cost % price === 0
  if (!isCharged || answers.some(isServed) || (await isDebitedLater(session))) return evidence
  const words = moneyWords(cost, session.profile.money)
  throw new Broken(`Purchases without a valid key were refused, and ${words} left the balance.`, evidence)
}

/** `ip-allowlist`: with a key whose allowlist does not include the suite's address. */
export const allowlistChecks: Checks = [
  notServed('reads', 'no read is served to an address that is not allowed', readsFromElsewhere),
  {
    ...notServed('purchase', 'no purchase is served to an address that is not allowed', async (session) => {
      const blocked = blockedKey(session)
      return wrongKeys(session, (key) => key === blocked)
    }),
    thorough: true,
  },
]

type Source = (session: Session) => Promise<readonly Answer[]>

async function wrongKeys(
  session: Session,
  isMeant: (key: string | null) => boolean,
): Promise<readonly Answer[]> {
  const { sent: all } = await purchasesWithWrongKey(session)
  const sent = all.filter(({ key }) => isMeant(key))
  if (sent.length === 0) throw new NotObserved('The budget does not cover it. Raise --max-purchases.')
  return sent.map(({ answer }) => answer)
}

function notServed(name: string, title: string, source: Source): Check {
  return { name, title, run: async (session) => expectNotServed(await source(session)) }
}

/** As {@link notServed}. Not observable on a mock of this kit that accepts every TEST key. */
function ofUnassignedKey(name: string, title: string, source: Source): Check {
  return {
    name,
    title,
    run: async (session) => {
      const answers = await source(session)
      if (answers.some(isServed) && (await takesAnyTestKey(session))) {
        throw new OutOfReach(
          'This mock takes every TEST key for that of a partner. It shows whether a key is known once its partners are listed: start it with --partners, and a file that says "unknownKeys": "reject".',
        )
      }
      return expectNotServed(answers)
    },
  }
}

function expectNotServed(answers: readonly Answer[]) {
  const served = answers.find(isServed)
  if (served !== undefined) {
    throw new Broken(`Expected not to be served; ${describeAnswer(served)}.`, [served.exchange])
  }
  const silent = answers.find((answer) => answer.status === null)
  if (silent !== undefined) throw new NotObserved(`${describeAnswer(silent)}.`, [silent.exchange])
  return exchangesOf(answers.slice(0, 1))
}
