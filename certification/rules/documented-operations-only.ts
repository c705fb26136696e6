import type { Profile } from '../../contract/profile/profile.ts'
import type { NearMiss } from '../../contract/wire/exchange.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { CHANGE_LOOKUP } from '../analysis/stray-lookup.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/** They ask a server for no more than a documented GET, or for its options (RFC 9110, section 9.3). */
const HARMLESS_METHODS = ['HEAD', 'OPTIONS']

/**
 * §4: it calls only the documented operations. A possible lookup at another path than the profile's is not one of
 * them, but does not break the clause: the reference documents a lookup, but not its path (gap `lookup-operation`).
 */
export function documentedOperationsOnly({ trial, profile, strayLookups }: Analysis): RuleFinding {
  const asked = trial.exchanges.filter(({ request }) => !HARMLESS_METHODS.includes(request.method))
  const restsOn = ['lookup-operation'] as const
  const [first] = asked
  if (first === undefined) return notObserved('No request arrived.')
  const stray = new Set([...strayLookups.elsewhere, ...strayLookups.misspelled])
  const foreign = asked.filter((exchange) => exchange.operation === null && !stray.has(exchange))
  const [call] = foreign
  const [elsewhere] = strayLookups.elsewhere.filter((exchange) => exchange.operation === null)
  if (call === undefined && elsewhere !== undefined)
    return notObserved(
      `It called ${elsewhere.request.method} ${elsewhere.request.target.slice(0, 80)}, which is not the lookup of this profile. ${CHANGE_LOOKUP}`,
      { evidence: [elsewhere], restsOn },
    )
  if (call === undefined) return kept({ evidence: [first], restsOn })
  const { method, target } = call.request
  const meant = call.nearMiss === null ? '' : meantWords(call.nearMiss, profile)
  return broken(`It called ${method} ${target.slice(0, 80)}, which is not a documented operation.${meant}`, {
    breaks: foreign,
    restsOn,
  })
}

function meantWords({ operation, differs }: NearMiss, profile: Profile): string {
  const { method, path } = operationsOf(profile)[operation]
  return ` Did you mean ${method} ${path}? ${differs[0]}`
}
