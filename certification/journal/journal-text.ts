import { sealed } from '../../contract/judging/seal.ts'
import { namesOf, type Trial } from '../trial.ts'
import type { Recording } from './journal.ts'
import { JOURNAL_SCHEMA, PROXY_JOURNAL_SCHEMA } from './journal-schema.ts'

/**
 * A recording as the text of a journal: a line for the run, one for each exchange, one for the end of each trial, and
 * the seal over all of them.
 */
export function journalText({ head, trials }: Recording): string {
  const schema = trials.some(isOfProxy) ? PROXY_JOURNAL_SCHEMA : JOURNAL_SCHEMA
  return [...sealed([{ type: 'run', schema, ...head }, ...trials.flatMap(trialLines)])].join('')
}

function isOfProxy({ target, openingBalance, exchanges }: Trial): boolean {
  return target !== undefined || openingBalance === null || exchanges.some(({ upstream }) => upstream)
}

function trialLines(trial: Trial) {
  const { exchanges, unrecorded = 0, ...end } = trial
  const name = { scenario: namesOf(trial).sku }
  const { beganMs, endedMs, exit, openingBalance, crash, unreadable, output, target } = end
  return [
    ...exchanges.map((exchange) => ({ type: 'exchange', ...name, exchange })),
    {
      ...{ type: 'trial', ...name, beganMs, endedMs, exit, openingBalance, target },
      ...{ unrecorded, crash, unreadable, output },
    },
  ]
}
