import type { Profile } from '../../contract/profile/profile.ts'
import type { NearMiss } from '../../contract/wire/exchange.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { CHANGE_LOOKUP, callOf } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/** §4: the body of a purchase is JSON, contains its two fields, both strings, and no others. */
export function exactlyTwoFields({ purchases, misshapen }: Analysis): RuleFinding {
  const [first] = purchases.filter(({ exchange }) => exchange.request.body !== null)
  if (first === undefined) return notObserved('No purchase with a readable body was sent.')
  const [worst] = misshapen
  if (worst === undefined) return kept({ evidence: [first.exchange] })
  return broken(`${worst.words} A purchase is a JSON object of partnerReference and sku, both strings.`, {
    breaks: misshapen.map(({ purchase }) => purchase.exchange),
    mistake: worst.kind,
  })
}

/** `SHOP:1001`: a prefix, a colon, the label of the order. Blanks in them are allowed: the shape is given as an example. */
const SHAPE = /^[^:]*\S[^:]*:.*\S/su

/**
 * §2: the reference is a literal, stable string of the shape `<PREFIX>:<order_label>`. That it is the same in a retry
 * is what `retry-identical-body` and `timeout-is-not-failure` see; here it is its shape, and its spelling in a lookup.
 */
export function stableReference({ purchases, requests, strayLookups }: Analysis): RuleFinding {
  const sent = purchases.filter(({ reference }) => reference !== undefined)
  const [first] = sent
  if (first === undefined) return notObserved('No purchase with a reference was sent.')
  const odd = sent.filter(({ reference = '' }) => !SHAPE.test(reference))
  if (odd.length > 0) {
    const shown = quoteName(odd[0]?.reference)
    return broken(`The reference ${shown} is not of the shape <PREFIX>:<order_label>, such as SHOP:1001.`, {
      breaks: odd.map(({ exchange }) => exchange),
    })
  }
  const { misspelled } = strayLookups
  const [lookup] = misspelled
  if (lookup === undefined) return kept({ evidence: [first.exchange] })
  const asked = requests.find(({ exchange }) => exchange === lookup)
  const how = asked
    ? `asked for ${quoteName(asked.reference)}`
    : `put it into the path as it is: it asked ${callOf(lookup)}`
  return broken(
    lookup.nearMiss?.differs[0] ?? `A lookup spelled the reference differently from the purchase: it ${how}.`,
    {
      breaks: misspelled,
      evidence: [first.exchange],
      restsOn: ['lookup-operation'],
      mistake: 'respelled',
    },
  )
}

/** They ask a server for no more than a documented GET, or for its options (RFC 9110, section 9.3). */
const HARMLESS_METHODS = ['HEAD', 'OPTIONS']

/**
 * §4: it calls only the documented operations. A possible lookup at another path than the profile's is not one of
 * them, but does not break the clause: the reference documents a lookup, but not its path (gap `lookup-operation`).
 */
export function documentedOperationsOnly({ trial, profile, strayLookups }: Analysis): RuleFinding {
  const restsOn = ['lookup-operation'] as const
  const asked = trial.exchanges.filter(({ request }) => !HARMLESS_METHODS.includes(request.method))
  const [first] = asked
  if (first === undefined) return notObserved('No request arrived.')
  const unknown = asked.filter(({ operation }) => operation === null)
  const { elsewhere, misspelled } = strayLookups
  const foreign = unknown.filter(
    (exchange) => !elsewhere.includes(exchange) && !misspelled.includes(exchange),
  )
  const [call] = foreign
  if (call !== undefined) {
    const meant = call.nearMiss === null ? '' : meantWords(call.nearMiss, profile)
    return broken(`It called ${callOf(call)}, which is not a documented operation.${meant}`, {
      breaks: foreign,
      restsOn,
    })
  }
  const stray = unknown.find((exchange) => elsewhere.includes(exchange))
  if (stray === undefined) return kept({ evidence: [first], restsOn })
  return notObserved(
    `It called ${callOf(stray)}, which is not the lookup of this profile. ${CHANGE_LOOKUP}`,
    { evidence: [stray], restsOn },
  )
}

function meantWords({ operation, differs }: NearMiss, profile: Profile): string {
  const { method, path } = operationsOf(profile)[operation]
  return ` Did you mean ${method} ${path}? ${differs[0]}`
}
