import type { Profile } from '../../contract/profile/profile.ts'
import type { VariantReport } from '../../contract/report/report.ts'
import type { Trial } from '../trial.ts'
import { asSent } from './as-sent.ts'
import { behaviourOf } from './behaviour.ts'
import { differenceOf } from './difference.ts'
import type { Variant } from './variant.ts'
import { answerTo } from './variants.ts'

/** One scenario, as the same client ran it without a variant and with it; null for a run that did not finish. */
export type TrialPair = {
  readonly sku: string
  readonly control: Trial | null
  readonly other: Trial | null
}

/** The result of comparing two trials: what was different, or why nothing can be said. */
type Sight = { readonly differences: readonly string[] } | { readonly unseen: string }

/**
 * Whether a client depends on an answer, from its behaviour with another one. Pure. An answer that it never received is not observed.
 *
 * @param profile the profile of the control.
 */
export function judgeVariant(variant: Variant, pairs: readonly TrialPair[], profile: Profile): VariantReport {
  const sights = pairs.map((pair) => ({ pair, sight: sightOf(variant, pair, profile) }))
  const differing = sentences(sights, (sight) =>
    'differences' in sight && sight.differences.length > 0 ? `it ${sight.differences.join('; it ')}` : null,
  )
  const unseen = sights.flatMap(({ sight }) => ('unseen' in sight ? sight.unseen : []))
  const { id, gaps, change, readAt, scenarios } = variant
  const row = {
    id,
    gaps: [...gaps],
    answeredBy: answerTo(variant, profile),
    change,
    readAt,
    scenarios: [...scenarios],
  }
  if (differing.length > 0) return { ...row, verdict: 'depends', message: differing.join(' ') }
  if (unseen.length < sights.length) return { ...row, verdict: 'independent', message: null }
  return { ...row, verdict: 'not-observed', message: sentences(sights, wordsUnseen).join(' ') }
}

/** What was seen, once for all scenarios in which the same was. */
function sentences(
  sights: readonly { readonly pair: TrialPair; readonly sight: Sight }[],
  wordsOf: (sight: Sight) => string | null,
): readonly string[] {
  const byWords = Map.groupBy(sights, ({ sight }) => wordsOf(sight))
  return [...byWords].flatMap(([words, own]) =>
    words === null ? [] : [`In ${own.map(({ pair }) => pair.sku).join(' and ')} ${words}.`],
  )
}

function wordsUnseen(sight: Sight): string | null {
  return 'unseen' in sight ? sight.unseen : null
}

function sightOf(variant: Variant, { control, other }: TrialPair, profile: Profile): Sight {
  if (control === null || other === null) return { unseen: 'the run was interrupted before both ended' }
  if (control.exit !== null && control.exit.cause !== 'exited')
    return { unseen: 'the client did not end by itself without it, either' }
  const hasReceived = other.exchanges.some(
    (exchange) => exchange.delivery?.outcome !== 'lost' && variant.isReceived(exchange),
  )
  if (!hasReceived) return { unseen: 'the client never received it' }
  const behaviour = behaviourOf(asSent(other, variant), variant.profile ?? profile)
  return { differences: differenceOf(behaviourOf(control, profile), behaviour) }
}
