import { sealed } from '../../contract/judging/seal.ts'
import { namesOf, type Trial } from '../trial.ts'
import type { Recording } from './journal.ts'
import { JOURNAL_SCHEMA } from './journal-schema.ts'

/**
 * A recording as the text of a journal: a line for the run, one for each exchange, one for the end of each trial, and
 * the seal over all of them.
 */
export function journalText({ head, trials }: Recording): string {
  return [...sealed([{ type: 'run', schema: JOURNAL_SCHEMA, ...head }, ...trials.flatMap(trialLines)])].join(
    '',
  )
}

function trialLines(trial: Trial) {
  const { exchanges, unrecorded = 0, ...end } = trial
  const name = { scenario: namesOf(trial).sku }
  const { beganMs, endedMs, exit, openingBalance, crash, unreadable, output } = end
  return [
    ...exchanges.map((exchange) => ({ type: 'exchange', ...name, exchange })),
    { type: 'trial', ...name, beganMs, endedMs, exit, openingBalance, unrecorded, crash, unreadable, output },
  ]
}
