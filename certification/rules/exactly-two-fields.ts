import { BODY_ADVICE } from '../advice/purchase-body.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/** §4: the body of a purchase is JSON, contains its two fields, both strings, and no others. */
export function exactlyTwoFields({ purchases, misshapen }: Analysis): RuleFinding {
  const [first] = purchases.filter(({ exchange }) => exchange.request.body !== null)
  if (first === undefined) return notObserved('No purchase with a readable body was sent.')
  const [worst] = misshapen
  if (worst === undefined) return kept({ evidence: [first.exchange] })
  const { words, kind } = worst.problem
  return broken(`${words} A purchase is a JSON object of partnerReference and sku, both strings.`, {
    breaks: misshapen.map(({ purchase }) => purchase.exchange),
    advice: BODY_ADVICE[kind],
  })
}
