import type { Lesson } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'

/** One piece of advice: a label, and a text. */
export type AdviceRow = {
  readonly label: 'Near miss' | 'It wrote' | 'Consequence' | 'Usual cause' | 'Smallest fix' | 'Run it alone'
  readonly text: string
}

/** What a broken clause teaches: what follows from it, why it happens, the smallest fix, and how to see it again. */
export function lessonRows({ consequence, cause, remedy, command }: Lesson): readonly AdviceRow[] {
  return [
    { label: 'Consequence', text: consequence },
    { label: 'Usual cause', text: cause },
    { label: 'Smallest fix', text: remedy },
    { label: 'Run it alone', text: command },
  ]
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
