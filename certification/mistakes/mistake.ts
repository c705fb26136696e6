import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Analysis } from '../analysis.ts'
import type { MistakeKind, RuleFinding } from '../rule-finding.ts'

export type Seen = {
  readonly finding: Pick<RuleFinding, 'breaks' | 'evidence' | 'mistake'>
  readonly analysis: Analysis
}

export type Text = string | ((seen: Seen) => string)

/** A mistake of a client, how it is recognised, and what to do about it. Where a text is left out, that of its clause fits. */
export type Mistake = {
  /** The kind that a rule tells apart. Default: any. */
  readonly of?: MistakeKind
  /** Default: it fits in any case. */
  readonly isSeen?: (seen: Seen) => boolean
  readonly cause?: Text
  readonly remedy?: Text
}

/** The mistakes that break a clause: of several that fit, the first one counts. */
export type Mistakes = { readonly [Id in ClientClauseId]?: readonly Mistake[] }

/** What went wrong with a request that is not the client's fault. */
export type Trouble = 'cut' | 'late' | 'lost' | 'server-error' | 'rate-limited' | 'not-found' | 'refused'

function troubleOf({ delivery, fault, response }: Exchange): Trouble | undefined {
  const isSlow = fault?.does === 'stall' || fault?.does === 'dribble'
  if (delivery !== null && delivery.outcome !== 'delivered')
    return isSlow ? 'late' : delivery.outcome === 'cut' ? 'cut' : 'lost'
  if (response === null) return 'late'
  if (response.status === 429) return 'rate-limited'
  if (response.status === 404) return 'not-found'
  if (response.status >= 500) return 'server-error'
  return response.status >= 400 ? 'refused' : undefined
}

export function firstBroken({ finding: { breaks, evidence } }: Seen): Exchange | undefined {
  return evidence.find(({ seq }) => breaks.includes(seq))
}

/** Whether the first that went wrong of what shows the mistake is of a kind. */
export const hasTrouble =
  (...kinds: readonly Trouble[]) =>
  ({ finding: { evidence } }: Seen): boolean => {
    const [first] = evidence.flatMap((exchange) => troubleOf(exchange) ?? [])
    return first !== undefined && kinds.includes(first)
  }

export function statusIn({ finding: { evidence } }: Seen): string {
  return String(evidence.find(troubleOf)?.response?.status ?? 'an error')
}
