import { AGAIN } from '../advice/recovering.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { amountWords, balanceAfter, movement } from '../analysis/balance.ts'
import type { Reuse } from '../analysis/reuse.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/**
 * §2, §4.2: each intended purchase has its own reference. Broken when two share one, and when one has two
 * although the state of the first was known: `PROCESSING`, or settled in a state that is not a failure. After a failure,
 * or a refusal other than by the rate limit, buying again is a new purchase and breaks nothing.
 */
export function oneReferencePerPurchase(analysis: Analysis): RuleFinding {
  const [reuse] = analysis.reuses
  if (reuse !== undefined) return shared(analysis, reuse)
  const surplus = analysis.surplus.filter(({ standing }) => STANDS.includes(standing))
  const [first] = surplus
  if (first !== undefined) {
    const { exchange, reference } = first.purchase
    return broken(
      `${count(analysis)} to be bought; ${quoteName(first.instead.reference)} ${ENDED[first.standing] ?? 'was open'}, and ${quoteName(reference)} was sent as well.`,
      {
        breaks: surplus.map(({ purchase }) => purchase.exchange),
        evidence: first.instead.purchases.slice(0, 1).map((sent) => sent.exchange),
        restsOn: ['settled-states'],
        advice: {
          consequence: `A new reference is a new, additional purchase: balance ${movement(analysis.trial, analysis.profile, exchange.seq)}.`,
          ...AGAIN[first.standing],
        },
      },
    )
  }
  return asMeant(analysis)
}

const STANDS: readonly string[] = ['processing', 'settled', 'pending']
const ENDED: Record<string, string> = {
  processing: 'was PROCESSING',
  settled: 'was already settled',
  pending: 'was under way',
}

function shared(analysis: Analysis, { purchase, order, by }: Reuse): RuleFinding {
  const { trial, profile } = analysis
  const [first] = order.purchases
  const left = amountWords(balanceAfter(trial, profile), profile)
  const what = {
    'other-sku': `for another SKU, ${quoteName(purchase.sku)}`,
    'same-sku': 'although a second card was to be bought',
    conflict: 'and the service answered that it belongs to another purchase',
  }[by]
  return broken(`The reference ${quoteName(order.reference)} was used a second time, ${what}.`, {
    breaks: analysis.reuses.map((one) => one.purchase.exchange),
    evidence: first === undefined ? [] : [first.exchange],
    restsOn: by === 'conflict' ? ['reference-conflict'] : [],
    advice: {
      consequence: `To the service it is the same purchase: the second card was not bought, and the balance stayed at ${left}.`,
      cause:
        'The reference is made of something that several purchases share, such as the order or the buyer.',
    },
  })
}

function asMeant({ trial, orders }: Analysis): RuleFinding {
  const { scenario } = trial
  if (scenario.purchases < 2)
    return notObserved('One card was to be bought: two are needed to see two references.')
  const sent = orders.filter(({ sku, purchases }) => sku === scenario.sku && purchases.length > 0)
  if (sent.length < scenario.purchases)
    return notObserved(
      `${scenario.purchases} cards were to be bought; a purchase was sent for ${sent.length === 0 ? 'none' : 'only one'}.`,
    )
  return kept({ evidence: sent.slice(0, 2).flatMap(({ purchases }) => purchases[0]?.exchange ?? []) })
}

function count({ trial }: Analysis): string {
  return trial.scenario.purchases === 1
    ? 'One card was'
    : `No more than ${trial.scenario.purchases} cards were`
}
