import type { Analysis } from '../analysis/analysis.ts'
import { quoteName } from '../quote-name.ts'
import { brokenBy, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/**
 * §4.2: a retry carries the same reference and the same SKU, in the identical body. Broken by another content under
 * the same reference while the first purchase was open (the order of members and white space do not matter);
 * and by a new reference after a refusal by the rate limit, which is not documented to mean "not bought". To correct a body
 * that was refused is not a retry. After an answer that never came, a new reference is what
 * `timeout-is-not-failure` forbids.
 */
export function retryIdenticalBody({ explained }: Analysis): RuleFinding {
  const altered = brokenBy(explained, ['altered'], ({ order, before, purchase }) => {
    const how =
      purchase.sku === before.sku
        ? 'with other fields in addition to its reference and SKU'
        : `with another SKU: ${quoteName(before.sku)} became ${quoteName(purchase.sku)}`
    return `The purchase ${quoteName(order.reference)} was sent again ${how}.`
  })
  const renamed = brokenBy(
    explained,
    ['rate-limited'],
    ({ order, purchase }) =>
      `A purchase was refused by the rate limit, and sent again under another reference: ${quoteName(order.reference)} became ${quoteName(purchase.reference)}.`,
    () => ['rate-limited-status'],
  )
  const wrong = altered ?? renamed
  if (wrong !== undefined) return wrong
  const retry = explained.find(({ as }) => as === 'repeated')
  if (retry === undefined) return notObserved('No purchase was sent a second time.')
  return kept({ evidence: [retry.before.exchange, retry.purchase.exchange] })
}
