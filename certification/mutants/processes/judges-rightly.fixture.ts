import { expect, test } from 'vitest'
import { isCertified } from '../../../contract/report/certified.ts'
import type { Report } from '../../../contract/report/report.ts'
import type { Verdict } from '../../../contract/report/verdict.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { certifyClient, type KnownClient } from './clients.ts'

/** The clauses of any level that have a verdict in a report. */
function clausesThatAre(verdict: Verdict, { clauses }: Report): readonly string[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

/** Declares that each of these clients, started as it is by hand, gets the verdict that is known of it. */
export function judgesRightly(good: readonly KnownClient[], broken: readonly KnownClient[]): void {
  test.concurrent.each(good)(
    '$name is certified, or nothing but the rest is missing',
    async ({ command, scenarios }) => {
      const report = await certifyClient(command, scenarios)
      const messages = report.clauses.flatMap(({ checks }) => checks.flatMap(({ message }) => message ?? []))
      const unkept = report.scenarios?.filter(({ outcome }) => outcome !== 'kept')
      const faults = { broken: clausesThatAre('broken', report), unkept }
      expect(faults, messages.join('\n')).toEqual({ broken: [], unkept: [] })
      const isWhole = scenarios.length === SCENARIOS.length
      if (isWhole) expect(clausesThatAre('not-observed', report), messages.join('\n')).toEqual([])
      expect(isCertified(report)).toBe(isWhole)
    },
  )

  test.concurrent.each(broken)(
    '$name is blamed for $breaks, and for nothing else',
    async ({ command, breaks, scenarios }) => {
      const report = await certifyClient(command, scenarios)
      expect(clausesThatAre('broken', report).toSorted()).toEqual(breaks.toSorted())
    },
  )
}

/** Good clients that are tested with every change, in a third of the scenarios; in all, and the others, by `npm run test:full`. */
export const EVERY_TIME: readonly string[] = ['javascript-fetch']

/** A broken one, likewise: it goes on with the wrong position. The tests of `certify` start one that does too little. */
export const BROKEN_EVERY_TIME: readonly string[] = ['reads-purchase-one-level-up']
