import type { Analysis } from '../analysis/analysis.ts'
import { type Explained, type Explanation, REUSED } from '../analysis/purchases.ts'
import { quoteName } from '../quote-name.ts'
import { brokenBy, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/** Of an order whose state was known when another was sent instead: what it was. */
const ENDED: { readonly [As in Explanation]?: string } = {
  processing: 'was PROCESSING',
  settled: 'was already settled',
  pending: 'was under way',
}

/**
 * §2, §4.2: each intended purchase has its own reference. Broken when two share one, and when one has two
 * although the state of the first was known: `PROCESSING`, or settled in a state that is not a failure. After a failure,
 * or a refusal other than by the rate limit, buying again is a new purchase and breaks nothing.
 */
export function oneReferencePerPurchase({ trial, orders, explained }: Analysis): RuleFinding {
  const { purchases: wanted, sku: card } = trial.scenario
  const saysReused = ({ order, purchase, as }: Explained) => {
    const what =
      as === 'other-sku'
        ? `for another SKU, ${quoteName(purchase.sku)}`
        : as === 'same-sku'
          ? 'although a second card was to be bought'
          : 'and the service answered that it belongs to another purchase'
    return `The reference ${quoteName(order.reference)} was used a second time, ${what}.`
  }
  const saysSurplus = ({ order, purchase, as }: Explained) => {
    const count = wanted === 1 ? 'One card was' : `No more than ${wanted} cards were`
    return `${count} to be bought; ${quoteName(order.reference)} ${ENDED[as]}, and ${quoteName(purchase.reference)} was sent as well.`
  }
  const wrong =
    brokenBy(explained, REUSED, saysReused, ({ as }) => (as === 'conflict' ? ['reference-conflict'] : [])) ??
    brokenBy(explained, ['processing', 'settled', 'pending'], saysSurplus, () => ['settled-states'])
  if (wrong !== undefined) return wrong
  if (wanted < 2) return notObserved('One card was to be bought: two are needed to see two references.')
  const sent = orders.flatMap(({ sku, purchases: [one] }) => (sku === card && one ? one.exchange : []))
  if (sent.length >= wanted) return kept({ evidence: sent.slice(0, 2) })
  return notObserved(
    `${wanted} cards were to be bought; a purchase was sent for ${sent.length === 0 ? 'none' : 'only one'}.`,
  )
}
