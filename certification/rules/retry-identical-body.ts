import { ALTERED, RENAMED } from '../advice/recovering.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { shownBy } from '../analysis/purchases.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/**
 * §4.2: a retry carries the same reference and the same SKU, in the identical body. Broken by another content under
 * the same reference while the first purchase was open (the order of members and white space do not matter);
 * and by a new reference after a refusal by the rate limit, which is not documented to mean "not bought". To correct a body
 * that was refused is not a retry. After an answer that never came, a new reference is what
 * `timeout-is-not-failure` forbids.
 */
export function retryIdenticalBody({ explained }: Analysis): RuleFinding {
  const changed = explained.filter(({ as }) => as === 'altered')
  const [altered] = changed
  if (altered !== undefined) {
    const { order, before, purchase } = altered
    const how =
      purchase.sku === before.sku
        ? 'with other fields in addition to its reference and SKU'
        : `with another SKU: ${quoteName(before.sku)} became ${quoteName(purchase.sku)}`
    return broken(`The purchase ${quoteName(order.reference)} was sent again ${how}.`, {
      ...shownBy(changed),
      advice: ALTERED,
    })
  }
  const renamed = explained.filter(({ as }) => as === 'rate-limited')
  const [other] = renamed
  if (other !== undefined)
    return broken(
      `A purchase was refused by the rate limit, and sent again under another reference: ${quoteName(other.order.reference)} became ${quoteName(other.purchase.reference)}.`,
      {
        ...shownBy(renamed),
        restsOn: ['rate-limited-status'],
        advice: RENAMED,
      },
    )
  const retry = explained.find(({ as }) => as === 'repeated')
  return retry === undefined
    ? notObserved('No purchase was sent a second time.')
    : kept({ evidence: [retry.before.exchange, retry.purchase.exchange] })
}
