import type { StartFailure } from '../../contract/report/start-failure.ts'

/** What is known of a start that failed, in addition to its message: a label and a text each. */
export type StartRow = {
  readonly label: 'Near miss' | 'It wrote' | 'Smallest fix' | 'Run it alone'
  readonly text: string
}

/** The rows that every rendering shows below the message. */
export function startFailureRows(failure: StartFailure): readonly StartRow[] {
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
