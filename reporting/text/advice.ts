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
 * What a broken clause teaches: what follows from it, why it happens, the smallest fix, and how to see it again. A scenario
 * runs alone, the checks of a service only all together, and so does a client that could not begin.
 */
export function lessonRows(
  { consequence, cause, remedy, code, line, command }: Lesson,
  { kind, startFailure }: Pick<Report, 'kind' | 'startFailure'>,
): readonly AdviceRow[] {
  const isAgain = kind === 'verify' || startFailure !== undefined
  return [
    { label: 'Consequence', text: consequence },
    { label: 'Usual cause', text: cause },
    ...lineRow(line),
    { label: 'Smallest fix', text: remedy },
    ...codeRow(code),
    { label: isAgain ? 'Run it again' : 'Run it alone', text: command },
  ]
}

function lineRow(line: string | undefined): readonly AdviceRow[] {
  return line === undefined ? [] : [{ label: 'Likely line', text: line }]
}

function codeRow(code: string | undefined): readonly AdviceRow[] {
  return code === undefined ? [] : [{ label: 'As code', text: code }]
}

/** What is known of a start that failed, in addition to its message. */
export function startFailureRows(failure: StartFailure): readonly AdviceRow[] {
  const { nearMiss, clientError, remedy, code, line, command } = failure
  // The message ends with the first of them.
  const more = (nearMiss?.differs ?? []).slice(1).join(' ')
  return [
    ...(more === '' ? [] : [{ label: 'Near miss', text: more } as const]),
    ...(clientError === null ? [] : [{ label: 'It wrote', text: clientError } as const]),
    ...lineRow(line),
    { label: 'Smallest fix', text: remedy },
    ...codeRow(code),
    { label: 'Run it again', text: command },
  ]
}
