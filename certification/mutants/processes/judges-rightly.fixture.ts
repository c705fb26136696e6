import { expect, test } from 'vitest'
import { isCertified } from '../../../contract/report/certified.ts'
import type { Report } from '../../../contract/report/report.ts'
import type { Verdict } from '../../../contract/report/verdict.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { certifyClient, type KnownClient } from './clients.ts'

/** The clauses of any level with this verdict. */
function clausesThatAre(verdict: Verdict, { clauses }: Report): readonly string[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

/** Declares a test for each of these clients, which expects the known verdict. */
export function judgesRightly(good: readonly KnownClient[], broken: readonly KnownClient[]): void {
  test.concurrent.each(good)(
    '$name keeps every clause in these scenarios, and is certified if they are all',
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
    '$name breaks $breaks, and no other clause',
    async ({ command, breaks, scenarios }) => {
      const report = await certifyClient(command, scenarios)
      expect(clausesThatAre('broken', report).toSorted()).toEqual(breaks.toSorted())
    },
  )
}

/**
 * Good clients that are tested with every change, in a third of the scenarios. `npm run test:full` tests all clients in
 * all scenarios.
 */
export const EVERY_TIME: readonly string[] = ['javascript-fetch']

/**
 * A broken client that is tested with every change: it acts on the wrong position. The tests of `certify` start one
 * that does too little.
 */
export const BROKEN_EVERY_TIME: readonly string[] = ['reads-purchase-one-level-up']
