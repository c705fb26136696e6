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
    | 'Run it alone'
    | 'Run it again'
  readonly text: string
}

/**
 * What a broken clause teaches: what follows from it, why it happens, the smallest fix, and how to see it again. A scenario
 * runs alone, the checks of a service only all together.
 */
export function lessonRows(
  { consequence, cause, remedy, command }: Lesson,
  { kind }: Pick<Report, 'kind'>,
): readonly AdviceRow[] {
  return [
    { label: 'Consequence', text: consequence },
    { label: 'Usual cause', text: cause },
    { label: 'Smallest fix', text: remedy },
    { label: kind === 'verify' ? 'Run it again' : 'Run it alone', text: command },
  ]
}

/** Whether a text is a command, to be copied as it is. */
export function isCommand({ label }: Pick<AdviceRow, 'label'>): boolean {
  return label === 'Run it alone' || label === 'Run it again'
}

/** What is known of a start that failed, in addition to its message. */
export function startFailureRows(failure: StartFailure): readonly AdviceRow[] {
  const { nearMiss, clientError, remedy, command } = failure
  // The message ends with the first of them.
  const more = (nearMiss?.differs ?? []).slice(1).join(' ')
  return [
    ...(more === '' ? [] : [{ label: 'Near miss', text: more } as const]),
    ...(clientError === null ? [] : [{ label: 'It wrote', text: clientError } as const]),
    { label: 'Smallest fix', text: remedy },
    { label: 'Run it alone', text: command },
  ]
}
