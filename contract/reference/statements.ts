import { CLIENT_CLAUSES, type ClientClauseId } from './client-clauses.ts'
import type { GapId } from './gaps.ts'
import { AUTHENTICATION_TO_VERSIONING } from './statements/authentication-to-versioning.ts'
import { OVERVIEW_AND_RESOURCES } from './statements/overview-and-resources.ts'
import type { ClauseId, Statement, StatementRow } from './statements/statement.ts'
import { STATES_AND_ENDPOINTS } from './statements/states-and-endpoints.ts'

const SECTIONS: Readonly<Record<string, readonly StatementRow[]>> = {
  ...OVERVIEW_AND_RESOURCES,
  ...STATES_AND_ENDPOINTS,
  ...AUTHENTICATION_TO_VERSIONING,
}

/** Every sentence of the reference, in its order, with the clauses and gaps that follow from it. */
export const STATEMENTS: readonly Statement[] = Object.entries(SECTIONS).flatMap(([section, rows]) =>
  rows.map((row) => ({ section, clauses: [], gaps: [], ...row })),
)

/** The clauses that no single sentence states: each follows from the sentences that name it. */
const INFERRED: readonly string[] = ['documented-operations-only' satisfies ClauseId]

/** Whether a clause is inferred from the reference, so that no sentence of it can be quoted for the clause. */
export function isInferred(id: string): boolean {
  return INFERRED.includes(id)
}

/**
 * The reference's own words for a clause or a gap, in the order of the document.
 *
 * @returns an empty list for a gap of kind `silent` that no sentence mentions.
 *
 * @example
 * statementsOf('new-reference-new-purchase')[0]?.text // 'A new partnerReference means a new, additional purchase.'
 */
export function statementsOf(id: ClauseId | GapId): readonly Statement[] {
  return STATEMENTS.filter(({ clauses, gaps }) => [...clauses, ...gaps].includes(id))
}

/**
 * What the reference says, each sentence in quotes; or that a clause is inferred, where no sentence says it.
 *
 * @param of the section, `1` to `9`, whose sentence a mistake is against. Default: all sentences of the clause.
 */
export function quotation(id: ClientClauseId, of?: string): string {
  const { section: all, text } = CLIENT_CLAUSES[id]
  const isQuoted = (section: string) => of === undefined || section.startsWith(of)
  const section = all.split(', ').filter(isQuoted).join(', ')
  if (isInferred(id))
    return `No sentence of the reference says so: it is inferred from all of §${section} that the client ${text}.`
  const sentences = statementsOf(id).flatMap((one) => (isQuoted(one.section) ? `“${one.text}”` : []))
  return `The reference, §${section}: ${sentences.join(' ')}`
}
