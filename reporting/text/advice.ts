import type { Lesson, Report } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'

/** One piece of advice: a label, and a text. */
export type AdviceRow = {
  readonly label:
    | 'Near miss'
    | 'It wrote'
    | 'Consequence'
    | 'Usual cause'
    | 'Smallest fix'
    | 'As code'
    | 'Likely line'
    | 'Run it alone'
    | 'Run it again'
  readonly text: string
}

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

/** Whether a text is code, to be shown in its own lines. */
export function isCode({ label }: Pick<AdviceRow, 'label'>): boolean {
  return label === 'As code'
}

/** Whether a text quotes the client. */
export function isQuoted({ label }: Pick<AdviceRow, 'label'>): boolean {
  return label === 'It wrote' || label === 'Likely line'
}

/** Whether a text is a command, to be copied as it is. */
export function isCommand({ label }: Pick<AdviceRow, 'label'>): boolean {
  return label === 'Run it alone' || label === 'Run it again'
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
