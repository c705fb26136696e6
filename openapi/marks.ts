import { type Profile, type Provenance, provenanceOf } from '../contract/profile/profile.ts'
import type { Clause } from '../contract/reference/clause.ts'
import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import { GAPS, type Gap, type GapId } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import type { ClauseId } from '../contract/reference/statements/statement.ts'
import { isInferred, STATEMENTS } from '../contract/reference/statements.ts'

/** What a part of the document is based on: what the reference says, and what it does not show. */
export type Origin = {
  readonly clauses?: readonly ClauseId[]
  /** Answered by the profile, or open if nothing needs to answer it. */
  readonly gaps?: readonly GapId[]
  /** Left open in this part, although the profile answers the gap for others. */
  readonly open?: readonly GapId[]
}

/** An answer that the reference does not show. */
export type AssumptionMark = {
  readonly gap: GapId
  readonly profileKey: string
  readonly provenance: Provenance
}

/** How a part of the document says what it is based on. */
export type Marks = {
  readonly description: string
  readonly 'x-clause'?: readonly ClauseId[]
  /** A list where several answers meet in one place. */
  readonly 'x-assumption'?: AssumptionMark | readonly AssumptionMark[]
  readonly 'x-open'?: readonly GapId[]
}

/** Examples by their names, as a parameter or a body holds them. */
export type Examples = Readonly<Record<string, Marks & { readonly summary: string; readonly value: unknown }>>

/** Describes a part of the document: in one sentence of its own, and by what the reference says or leaves out. */
export type Mark = (text: string, origin: Origin) => Marks

export function markFor(profile: Profile): Mark {
  return (text, { clauses = [], gaps = [], open = [] }) => {
    const assumed = gaps.flatMap((id) => assumptionOf(GAPS[id], profile) ?? [])
    const left = [...gaps.filter((id) => GAPS[id].profileKey === null), ...open]
    const [first] = assumed
    const paragraphs = [text, quoted(clauses), ...assumed.map(assumption), ...left.map(opening)]
    return {
      description: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
      ...(clauses.length > 0 && { 'x-clause': clauses }),
      ...(first !== undefined && { 'x-assumption': assumed.length === 1 ? first : assumed }),
      ...(left.length > 0 && { 'x-open': left }),
    }
  }
}

function assumptionOf({ id, profileKey }: Gap<GapId>, profile: Profile): AssumptionMark | undefined {
  if (profileKey === null) return undefined
  return { gap: id, profileKey, provenance: provenanceOf(profile, profileKey) }
}

/** Every sentence of the reference that states one of the clauses, once. */
function quoted(clauses: readonly ClauseId[]): string {
  const stated = clauses.filter((id) => !isInferred(id))
  const sentences = STATEMENTS.filter((statement) => statement.clauses.some((id) => stated.includes(id)))
  const sections = [...new Set(sentences.map(({ section }) => section))]
  const words = sections.map((section) => {
    const texts = sentences.filter((sentence) => sentence.section === section).map(({ text }) => `“${text}”`)
    return `§${section}: ${texts.join(' ')}`
  })
  const documented = words.length === 0 ? [] : [`The reference says, ${words.join('; ')}`]
  return [...documented, ...clauses.filter(isInferred).map(inferred)].join('\n\n')
}

const CLAUSES: Readonly<Record<ClauseId, Clause>> = { ...SERVER_CLAUSES, ...CLIENT_CLAUSES }

function inferred(id: ClauseId): string {
  const { binds, section, text } = CLAUSES[id]
  return `No sentence of the reference says so: it is inferred from §${section} that the ${binds} ${text}.`
}

const FROM: Readonly<Record<Provenance, string>> = {
  assumed: 'Assumed',
  observed: 'Observed on the service, not documented',
  confirmed: 'Confirmed by the operator, not documented',
}

function assumption({ gap, profileKey, provenance }: AssumptionMark): string {
  return `${FROM[provenance]}: ${notShown(GAPS[gap])} The profile answers it at \`${profileKey}\`.`
}

function opening(id: GapId): string {
  const gap: Gap = GAPS[id]
  return `Open: ${notShown(gap)}${gap.profileKey === null ? ` Here, ${gap.reason}.` : ''}`
}

function notShown({ kind, text, section }: Gap): string {
  return `the reference does not ${kind === 'silent' ? 'mention' : 'show'} ${text} (§${section}).`
}
