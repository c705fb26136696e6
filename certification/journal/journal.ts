import { sealDigest, sealed } from '../../contract/judging/seal.ts'
import type { Report } from '../../contract/report/report.ts'
import { namesOf, type Trial } from '../trial.ts'
import { JOURNAL_SCHEMA, PROXY_JOURNAL_SCHEMA, type RunHead } from './journal-schema.ts'

/** The recording of a client's run: all that judging needs, now or later. */
export type Recording = {
  readonly head: RunHead
  /** The trials that finished, in the order of the table. */
  readonly trials: readonly Trial[]
}

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
  const { scenario: _, own: __, exchanges, unrecorded = 0, ...end } = trial
  const name = { scenario: namesOf(trial).sku }
  return [
    ...exchanges.map((exchange) => ({ type: 'exchange', ...name, exchange })),
    { type: 'trial', ...name, ...end, unrecorded },
  ]
}

/** The seal of a report: the version of the rules, and a digest over everything that was judged. */
export type Seal = NonNullable<Report['seal']>

/**
 * The seal of a report that was judged from a journal: over the journal, the rules, the profile and the scenarios.
 * It shows that none of them was changed since. It is not a signature: it does not say who made it.
 *
 * @param journal one that can be read.
 * @param rules the version of the rules that judged.
 */
export function reportSeal(journal: string | Uint8Array, rules: string): Seal {
  // As they were written: what reads an older recording adds the defaults of keys that did not exist then.
  const { profile, scenarios } = JSON.parse(firstLine(journal)) as RunHead
  const parts = [JSON.stringify(rules), JSON.stringify(profile), JSON.stringify(scenarios)]
  return { rules, digest: sealDigest(journal, ...parts.map((part) => `\n${part}`)) }
}

function firstLine(journal: string | Uint8Array): string {
  if (typeof journal === 'string') return journal.slice(0, journal.indexOf('\n'))
  return Buffer.from(journal.subarray(0, journal.indexOf(10))).toString()
}
