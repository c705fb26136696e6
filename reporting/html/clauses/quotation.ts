import { isInferred, STATEMENTS } from '../../../contract/reference/statements.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { sectionSign } from '../../markup/phrasing.ts'

/** The reference's own words, or those that a clause is inferred from. A clause that this version does not know has none. */
export function quotation(id: string): Markup | null {
  const statements = STATEMENTS.filter(({ clauses }) => clauses.some((clause) => clause === id))
  if (statements.length === 0) return null
  const lines = statements.map(
    ({ section, text }) => html`<p>${text} <cite>${sectionSign(section)}</cite></p>`,
  )
  const inferred = isInferred(id)
    ? html`<p class="rests">No sentence of the reference says so. Inferred from:</p>`
    : null
  return html`${inferred}<blockquote>${lines}</blockquote>`
}
