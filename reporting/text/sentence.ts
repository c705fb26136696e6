import type { Statement } from '../../contract/reference/statements/statement.ts'
import { isInferred, STATEMENTS } from '../../contract/reference/statements.ts'
import type { ClauseReport } from '../../contract/report/report.ts'
import { legible } from '../../contract/text/harmless.ts'
import { quotationIn } from './causes.ts'

type Sentence = Pick<Statement, 'text' | 'section'> & {
  /** True if no sentence states the clause itself, so that it is inferred from this one and others. */
  readonly isInferred: boolean
}

/**
 * The sentence of the reference for a clause: if possible the one that was broken, and preferably a sentence rather
 * than the row of a table. Undefined for a clause that this version does not know.
 */
export function sentenceOf({ id, checks }: Pick<ClauseReport, 'id' | 'checks'>): Sentence | undefined {
  const all = STATEMENTS.filter(({ clauses }) => clauses.some((clause) => clause === id))
  const against = checks.flatMap((check) => quotationIn(check) ?? []).join(' ')
  const broken = all.filter(({ text }) => against.includes(`“${legible(text)}”`))
  const candidates = broken.length > 0 ? broken : all
  const found = candidates.find(({ text }) => !text.includes(' | ')) ?? candidates[0]
  return found && { text: found.text, section: found.section, isInferred: isInferred(id) }
}
