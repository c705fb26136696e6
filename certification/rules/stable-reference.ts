import type { Analysis } from '../analysis/analysis.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/** `SHOP:1001`: a prefix, a colon, the label of the order. Blanks in them are allowed: the shape is given as an example. */
const SHAPE = /^[^:]*\S[^:]*:.*\S/su

/**
 * §2: the reference is a literal, stable string of the shape `<PREFIX>:<order_label>`. That it is the same in a retry
 * is what `retry-identical-body` and `timeout-is-not-failure` see; here it is its shape, and its spelling in a lookup.
 */
export function stableReference({ purchases, lookups, strayLookups }: Analysis): RuleFinding {
  const sent = purchases.filter(({ reference }) => reference !== undefined)
  const [first] = sent
  if (first === undefined) return notObserved('No purchase with a reference was sent.')
  const odd = sent.filter(({ reference = '' }) => !SHAPE.test(reference))
  if (odd.length > 0) {
    const shown = quoteName(odd[0]?.reference)
    return broken(`The reference ${shown} is not of the shape <PREFIX>:<order_label>, such as SHOP:1001.`, {
      breaks: odd.map(({ exchange }) => exchange),
      advice: {
        cause: 'The reference is a random id, or a number of the shop without a prefix.',
        remedy: 'Use a prefix of your own, a colon and the label of the order, such as SHOP:1001.',
      },
    })
  }
  const { misspelled } = strayLookups
  const [lookup] = misspelled
  if (lookup === undefined) return kept({ evidence: [first.exchange] })
  const asked = lookups.find(({ exchange }) => exchange === lookup)
  const spelled =
    asked === undefined
      ? `put it into the path as it is: it asked ${lookup.request.method} ${lookup.request.target.slice(0, 80)}`
      : `asked for ${quoteName(asked.reference)}`
  return broken(
    lookup.nearMiss?.differs[0] ??
      `A lookup spelled the reference differently from the purchase: it ${spelled}.`,
    {
      breaks: misspelled,
      evidence: [first.exchange],
      restsOn: ['lookup-operation'],
      advice: {
        consequence:
          'The lookup does not find the order, and the client cannot know whether the card was bought.',
        cause:
          'The reference is changed between the purchase and the lookup: its case, blanks, encoded twice, or not at all.',
        remedy:
          'Store the reference as it was sent with the purchase, and encode exactly that once in a URL.',
      },
    },
  )
}
