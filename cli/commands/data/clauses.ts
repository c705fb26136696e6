import type { Clause } from '../../../contract/reference/clause.ts'
import { CLIENT_CLAUSES } from '../../../contract/reference/client-clauses.ts'
import { GAPS, type Gap } from '../../../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { REFERENCE_VERSION } from '../../../contract/report/report.ts'
import { type Io, print } from '../../io.ts'
import { type Screen, screenOf, wrapBeside } from '../../terminal/terminal.ts'

const ID_WIDTH = 28
const SECTION_WIDTH = 20

/** `partner-purchase clauses`: what the reference documents, and what it does not show. */
export function clauses(options: { json?: boolean }, io: Io): void {
  const listed = {
    reference: REFERENCE_VERSION,
    clauses: [...Object.values<Clause>(SERVER_CLAUSES), ...Object.values<Clause>(CLIENT_CLAUSES)],
    gaps: Object.values<Gap>(GAPS),
  }
  const text = options.json ? JSON.stringify(listed, null, 2) : renderClauses(listed, screenOf(io))
  print(io, text)
}

function renderClauses(
  { clauses: all, gaps }: { clauses: readonly Clause[]; gaps: readonly Gap[] },
  screen: Screen,
): string {
  const { paint } = screen
  const of = (party: Clause['binds']) => all.filter(({ binds }) => binds === party)
  const clauseRow = ({ id, section, level, text }: Clause) =>
    row(id, `§ ${section}`, level === 'must' ? text : `(should) ${text}`, screen)
  const gapRow = (gap: Gap) =>
    row(gap.id, `§ ${gap.section}`, `${gap.text}: ${gap.profileKey ?? gap.reason}`, screen)
  return [
    paint('bold', 'Clauses that bind the server'),
    ...of('server').flatMap(clauseRow),
    '',
    paint('bold', 'Clauses that bind the client'),
    ...of('client').flatMap(clauseRow),
    '',
    paint('bold', 'Gaps: what the reference does not show, and the key of the profile for it'),
    ...gaps.flatMap(gapRow),
  ].join('\n')
}

function row(id: string, place: string, text: string, { paint, width }: Screen): string[] {
  const head = id.padEnd(ID_WIDTH) + paint('dim', place.padEnd(SECTION_WIDTH))
  return wrapBeside(head, text, ID_WIDTH + SECTION_WIDTH, width)
}
