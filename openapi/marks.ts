import { type Profile, type Provenance, provenanceOf } from '../contract/profile/profile.ts'
import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import { GAPS, type Gap, type GapId } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import type { ClauseId } from '../contract/reference/statements/statement.ts'
import { isInferred, STATEMENTS } from '../contract/reference/statements.ts'

/** What a part of the document is based on. */
export type Basis = {
  readonly clauses?: readonly ClauseId[]
  /** Gaps that the profile answers, or that need no answer. */
  readonly gaps?: readonly GapId[]
  /** Gaps that stay open in this part, although the profile answers them elsewhere. */
  readonly open?: readonly GapId[]
}

/** An answer that the reference does not show. */
type Assumption = {
  readonly gap: GapId
  readonly profileKey: string
  readonly provenance: Provenance
}

export type Marks = {
  readonly description: string
  readonly 'x-clause'?: readonly ClauseId[]
  readonly 'x-assumption'?: readonly Assumption[]
  readonly 'x-open'?: readonly GapId[]
}

/** Describes a part of the document in a sentence, and marks what the part is based on. */
export type Mark = (sentence: string, basis: Basis) => Marks

export function markFor(profile: Profile): Mark {
  return (sentence, { clauses = [], gaps = [], open = [] }) => {
    const assumptions = gaps.flatMap((id) => assumptionOf(GAPS[id], profile) ?? [])
    const stillOpen = [...gaps.filter((id) => GAPS[id].profileKey === null), ...open]
    const paragraphs = [sentence, ...documented(clauses), ...assumptions.map(assumed), ...stillOpen.map(left)]
    return {
      description: paragraphs.join('\n\n'),
      ...(clauses.length > 0 && { 'x-clause': clauses }),
      ...(assumptions.length > 0 && { 'x-assumption': assumptions }),
      ...(stillOpen.length > 0 && { 'x-open': stillOpen }),
    }
  }
}

function assumptionOf({ id, profileKey }: Gap<GapId>, profile: Profile): Assumption | undefined {
  if (profileKey === null) return undefined
  return { gap: id, profileKey, provenance: provenanceOf(profile, profileKey) }
}

/** The sentences of the reference for some clauses, each once; then the clauses that no sentence states. */
function documented(clauses: readonly ClauseId[]): string[] {
  const stated = clauses.filter((id) => !isInferred(id))
  const quotes = STATEMENTS.filter((statement) => statement.clauses.some((id) => stated.includes(id))).map(
    ({ text, section }) => `“${text}” (§${section})`,
  )
  return [
    ...(quotes.length > 0 ? [`The reference says: ${quotes.join(' ')}`] : []),
    ...clauses.filter(isInferred).map(inferred),
  ]
}

function inferred(id: ClauseId): string {
  const { binds, section, text } = { ...SERVER_CLAUSES, ...CLIENT_CLAUSES }[id]
  return `No sentence of the reference says so: it is inferred from §${section} that the ${binds} ${text}.`
}

const FROM: Readonly<Record<Provenance, string>> = {
  assumed: 'Assumed',
  observed: 'Observed on the service, not documented',
  confirmed: 'Confirmed by the operator, not documented',
}

function assumed({ gap, profileKey, provenance }: Assumption): string {
  return `${FROM[provenance]}: ${notShown(GAPS[gap])} The profile answers it at \`${profileKey}\`.`
}

function left(id: GapId): string {
  const gap: Gap = GAPS[id]
  return `Open: ${notShown(gap)}${gap.profileKey === null ? ` Here, ${gap.reason}.` : ''}`
}

function notShown({ kind, text, section }: Gap): string {
  return `the reference does not ${kind === 'silent' ? 'mention' : 'show'} ${text} (§${section}).`
}
