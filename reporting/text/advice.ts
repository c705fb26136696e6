import type { Lesson, Report } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'

/** Every label of advice: what it is about, and the form of its text. A quotation is of the client. */
export const ADVICE = {
  'Near miss': { about: 'cause', form: 'prose' },
  'It wrote': { about: 'cause', form: 'quotation' },
  Consequence: { about: 'consequence', form: 'prose' },
  'Usual cause': { about: 'cause', form: 'prose' },
  'Likely line': { about: 'cause', form: 'quotation' },
  'Smallest fix': { about: 'remedy', form: 'prose' },
  'As code': { about: 'code', form: 'code' },
  'Run it alone': { about: 'command', form: 'command' },
  'Run it again': { about: 'command', form: 'command' },
} as const

/** One piece of advice. */
export type AdviceRow = { readonly label: keyof typeof ADVICE; readonly text: string }

/**
 * What a broken clause teaches: what follows from it, why it happens, the smallest fix, and how to see it again; nothing
 * without a lesson. A scenario runs alone, the checks of a service only all together, and so does a client that could not
 * begin.
 */
export function lessonRows(
  lesson: Lesson | null,
  { kind, startFailure }: Pick<Report, 'kind' | 'startFailure'>,
): readonly AdviceRow[] {
  if (lesson === null) return []
  const { consequence, cause, remedy, code, line, command } = lesson
  const isAgain = kind === 'verify' || startFailure !== undefined
  return rowsOf([
    ['Consequence', consequence],
    ['Usual cause', cause],
    ['Likely line', line],
    ['Smallest fix', remedy],
    ['As code', code],
    [isAgain ? 'Run it again' : 'Run it alone', command],
  ])
}

/** What is known of a start that failed, in addition to its message, which ends with the first difference of a near miss. */
export function startFailureRows(failure: StartFailure): readonly AdviceRow[] {
  const { nearMiss, clientError, remedy, code, line, command } = failure
  return rowsOf([
    ['Near miss', nearMiss?.differs.slice(1).join(' ')],
    ['It wrote', clientError],
    ['Likely line', line],
    ['Smallest fix', remedy],
    ['As code', code],
    ['Run it again', command],
  ])
}

function rowsOf(
  texts: readonly (readonly [label: AdviceRow['label'], text: string | null | undefined])[],
): readonly AdviceRow[] {
  return texts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}
