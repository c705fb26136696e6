import { isServed } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { callerRefusal, describeAnswer } from '../readings.ts'
import { exchangesOf } from '../recording-fetch.ts'
import type { Session } from '../session.ts'
import { Broken, NotObserved } from '../signals.ts'
import {
  type AbandonedPurchase,
  abandonedAtOnce,
  abandonedLater,
  debited,
  firstPurchase,
  type LedgerStep,
  simultaneousPurchases,
} from '../stimuli/ledger.ts'
import type { Stimulus } from '../stimuli/stimulus.ts'

/** `purchase-survives-timeout`: the client went away, the purchase did not. */
export const timeoutChecks: Checks = [
  abandoned('at-once', 'at once', abandonedAtOnce),
  abandoned('later', 'a moment later', abandonedLater),
]

function abandoned(name: string, when: string, source: Stimulus<LedgerStep<AbandonedPurchase>>): Check {
  return {
    name,
    title: `a purchase whose client goes away ${when} is found by the lookup or the identical body, and bought once`,
    restsOn: ['lookup-operation', 'balance-fields', 'money-format', 'funds-movement'],
    run: async (session) => {
      const step = await source(session)
      const { lookup, resend } = step
      const evidence = [step.abandoned, ...exchangesOf(resend === null ? [lookup] : [lookup, resend])]
      const wrong = whatWentWrong(step, debited(await firstPurchase(session)) ?? 0)
      if (wrong === undefined) return evidence
      const reason = resend === null ? undefined : callerRefusal(resend, session.profile)
      if (resend?.status === null || reason !== undefined) throw new NotObserved(reason ?? wrong, evidence)
      if (await repeatsAreWrong(session)) {
        throw new NotObserved(`${wrong} So it is without a timeout (see same-body-same-purchase).`, evidence)
      }
      throw new Broken(wrong, evidence)
    },
  }
}

/** What became of an abandoned purchase, where it is not what is documented. */
function whatWentWrong(step: LedgerStep<AbandonedPurchase>, price: number): string | undefined {
  const { lookup, resend } = step
  if (resend !== null && !isServed(resend)) {
    return `Neither finds the purchase: ${describeAnswer(lookup)}, the identical body: ${describeAnswer(resend)}.`
  }
  if (timesBought(step, price) < 2) return undefined
  return `It was bought more than once: ${debited(step)} instead of ${price} (minor units) left the balance.`
}

/** Whether identical bodies at the same moment are refused, or bought more than once: then a timeout adds nothing. */
async function repeatsAreWrong(session: Session): Promise<boolean> {
  const step = await simultaneousPurchases(session)
  const price = debited(await firstPurchase(session)) ?? 0
  return timesBought(step, price) > 1 || step.answers.some(({ status }) => status !== null && status >= 400)
}

function timesBought(step: LedgerStep<unknown>, price: number): number {
  return price > 0 ? (debited(step) ?? 0) / price : 0
}
