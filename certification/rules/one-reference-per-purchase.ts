import type { Analysis } from '../analysis/analysis.ts'
import { amountWords, balanceAfter, movement } from '../analysis/balance.ts'
import type { Reuse } from '../analysis/reuse.ts'
import { broken, type Finding, kept, notObserved } from '../finding.ts'
import { quoteName } from '../quote-name.ts'

/**
 * §2, §4.2: each intended purchase has a reference of its own. Broken where two share one, and where one has two
 * although the state of the first was known: `PROCESSING`, or settled in a state that is not a failure. After a failure,
 * or a refusal other than by the rate limit, buying again is a new purchase and breaks nothing.
 */
export function oneReferencePerPurchase(analysis: Analysis): Finding {
  const [reuse] = analysis.reuses
  if (reuse !== undefined) return shared(analysis, reuse)
  const surplus = analysis.surplus.filter(({ standing }) => STANDS.includes(standing))
  const [first] = surplus
  if (first !== undefined) {
    const { exchange, reference } = first.purchase
    return broken(
      `${count(analysis)} was to be bought; ${quoteName(first.instead.reference)} ${STOOD[first.standing] ?? 'was open'}, and ${quoteName(reference)} was still sent.`,
      {
        breaks: surplus.map(({ purchase }) => purchase.exchange),
        evidence: first.instead.purchases.slice(0, 1).map((sent) => sent.exchange),
        restsOn: ['settled-states'],
        consequence: `A new reference is a new, additional purchase: balance ${movement(analysis.trial, analysis.profile, exchange.seq)}.`,
      },
    )
  }
  return asMeant(analysis)
}

const STANDS: readonly string[] = ['processing', 'settled', 'pending']
const STOOD: Record<string, string> = {
  processing: 'was PROCESSING',
  settled: 'was already settled',
  pending: 'was under way',
}

function shared(analysis: Analysis, { purchase, order, by }: Reuse): Finding {
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
    consequence: `To the service it is the same purchase: the second card was not bought, and the balance stayed at ${left}.`,
  })
}

function asMeant({ trial, orders }: Analysis): Finding {
  const { scenario } = trial
  if (scenario.purchases < 2)
    return notObserved('One card was to be bought: two are needed to see two references.')
  const sent = orders.filter(({ sku, purchases }) => sku === scenario.sku && purchases.length > 0)
  if (sent.length < scenario.purchases)
    return notObserved(`${scenario.purchases} cards were to be bought; ${sent.length} was purchased.`)
  return kept({ evidence: sent.slice(0, 2).flatMap(({ purchases }) => purchases[0]?.exchange ?? []) })
}

function count({ trial }: Analysis): string {
  return trial.scenario.purchases === 1 ? 'One card' : `No more than ${trial.scenario.purchases} cards`
}
