import { moneyWords } from '../../contract/wire/money.ts'
import { type Answer, exchangesOf, isServed } from '../analysis/answer.ts'
import { callerRefusal, describeAnswer } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { type Abandoned, abandonedPurchases, abandonedUnseen } from '../steps/abandoned.ts'
import { firstPurchase, replay, simultaneousPurchases } from '../steps/first-orders.ts'
import { flows, followedPurchases } from '../steps/flows.ts'
import { debited, type Measured } from '../steps/measured.ts'
import type { Step } from '../steps/step.ts'
import { OFF_THE_BALANCE, priceSeen } from './charges.ts'
import type { Check, Checks } from './check.ts'

/** `purchase-survives-timeout`: the purchase exists although its client timed out. */
export const timeoutChecks: Checks = [
  abandoned(
    'at-once',
    'at once',
    'is found by the lookup and the identical body',
    abandonedPurchases,
    isAtOnce,
  ),
  abandoned(
    'later',
    'a moment later',
    'is found by the lookup and the identical body',
    abandonedPurchases,
    (one) => !isAtOnce(one),
  ),
  {
    ...abandoned(
      'resent',
      'and does not look',
      'is found by the identical body',
      abandonedUnseen,
      () => true,
    ),
    thorough: true,
  },
]

function isAtOnce({ afterMs }: Abandoned): boolean {
  return afterMs === 0
}

function abandoned(
  name: string,
  when: string,
  found: string,
  source: Step<readonly Abandoned[]>,
  isMeant: (one: Abandoned) => boolean,
): Check {
  return {
    name,
    title: `a purchase whose client goes away ${when} ${found}, and bought once`,
    restsOn: ['lookup-operation', ...OFF_THE_BALANCE],
    run: async (session) => {
      const steps = (await source(session)).filter(isMeant)
      if (steps.length === 0) throw new NotObserved('The budget does not cover it. Raise --max-purchases.')
      for (const step of steps) await expectFound(step, session)
      return steps.slice(0, 1).flatMap(evidenceOf)
    },
  }
}

async function expectFound(step: Abandoned, session: Session): Promise<void> {
  const evidence = evidenceOf(step)
  const wrong = await whatWentWrong(step, session)
  if (wrong === undefined) return
  const silent = step.resent.find(({ status }) => status === null)
  const refusal = step.resent.flatMap((answer) => callerRefusal(answer, session.profile) ?? [])
  if (silent !== undefined || refusal.length > 0) throw new NotObserved(refusal[0] ?? wrong, evidence)
  const unsold = await whyUnsold(step, session)
  if (unsold !== undefined) throw new NotObserved(`${wrong} ${unsold}`, evidence)
  if (await repeatsAreWrong(session)) {
    throw new NotObserved(`${wrong} So it is without a timeout (see same-body-same-purchase).`, evidence)
  }
  if (await referencesAreMerged(session)) {
    throw new NotObserved(
      `${wrong} References are taken for one another (see new-reference-new-purchase).`,
      evidence,
    )
  }
  throw new Broken(wrong, evidence)
}

/** Why an abandoned purchase that no lookup found may have been refused itself, as one without a timeout would be. */
async function whyUnsold({ lookup, resent }: Abandoned, session: Session): Promise<string | undefined> {
  const refused = resent.find(isRefused)
  if (refused === undefined || (lookup !== null && isServed(lookup))) return undefined
  if (refused.status === session.profile.errors.insufficientBalance)
    return 'The profile reads that as errors.insufficientBalance: top up the balance, or choose a cheaper card with --sku.'
  const others = await followedPurchases(session).catch(() => [])
  const isUsual = others.some(({ answer }) => answer.status === refused.status)
  return isUsual ? 'So are other new references (see new-reference-new-purchase).' : undefined
}

/** Whether two references, without any timeout, bought fewer than two cards: then a refusal may be about another order. */
export async function referencesAreMerged(session: Session): Promise<boolean> {
  const price = debited(await firstPurchase(session)) ?? 0
  const together = await simultaneousPurchases(session).catch(() => undefined)
  return together !== undefined && price > 0 && isServed(together.beside) && timesBought(together, price) < 2
}

/** What happened to an abandoned purchase, when it differs from the reference. */
async function whatWentWrong(step: Abandoned, session: Session): Promise<string | undefined> {
  const { lookup, resent, order } = step
  const refused = resent.find((answer) => !isServed(answer))
  if (refused !== undefined) {
    const looked = lookup === null ? '' : `${describeAnswer(lookup)}, and `
    return `After the client went away, ${looked}the identical body was refused: ${describeAnswer(refused)}.`
  }
  const price = await priceSeen(session, order.sku).catch(() => 0)
  if (timesBought(step, price) < 2) return undefined
  const { money } = session.profile
  const spent = moneyWords(debited(step) ?? 0, money)
  return `It was bought more than once: ${spent} instead of ${moneyWords(price, money)} left the balance.`
}

/** Whether identical bodies are refused, or bought again, without any timeout: then the timeout is not the cause. */
async function repeatsAreWrong(session: Session): Promise<boolean> {
  const price = debited(await firstPurchase(session)) ?? 0
  const together = await simultaneousPurchases(session).catch(() => undefined)
  const followed = await flows(session).catch(() => [])
  const repeats = [await replay(session).catch(() => undefined), ...followed.flatMap((flow) => flow.repeats)]
  return (
    (together !== undefined && (timesBought(together, price) > 2 || together.answers.some(isRefused))) ||
    repeats.some((one) => one !== undefined && ((debited(one) ?? 0) > 0 || isRefused(one.answer)))
  )
}

function isRefused({ status }: Answer): boolean {
  return status !== null && status >= 400
}

function timesBought(step: Measured, price: number): number {
  return price > 0 ? (debited(step) ?? 0) / price : 0
}

function evidenceOf({ abandoned: sent, lookup, resent }: Abandoned) {
  return [sent, ...exchangesOf(lookup === null ? resent : [lookup, ...resent])]
}
