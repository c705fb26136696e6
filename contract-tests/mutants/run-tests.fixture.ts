import { describe, expect, test } from 'vitest'
import { FAIR_WEATHER } from '../run/target.ts'
import type { BrokenServer, JudgedServer, SuiteRun } from './broken-server.ts'
import { judgeServer } from './judge-server.ts'
import { expectedBlame, judgeAll, mistakesIn } from './matrix.ts'

/** Declares the tests of one run of the suite: broken servers that it must detect, and conforming ones. */
export async function testRun(
  run: SuiteRun,
  broken: readonly BrokenServer[],
  conforming: readonly JudgedServer[],
): Promise<void> {
  const judged = await judgeAll([...broken, ...conforming], run)
  const mistakes = new Map(judged.map((one) => [one.server.name, mistakesIn(one, run)]))

  describe(`the ${run} run`, () => {
    describe('names a condition only where a server waits for it, and nearly always there', () => {
      for (const server of broken)
        test(`catches by ${expectedBlame(server, run)}, and by no other clause: ${server.name}`, () =>
          expect(mistakes.get(server.name)).toEqual([]))

      for (const { name } of conforming)
        test(`blames for nothing: ${name}`, () => expect(mistakes.get(name)).toEqual([]))
    })

    test('finds every clause kept by the mock itself, leaves none unobserved, and buys what a run in fair weather does', async () => {
      const { report } = await judgeServer({ change: () => (request, forward) => forward(request) }, run)
      const checks = report.clauses.flatMap((clause) => clause.checks)
      expect(checks.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
      expect(report.purchases?.sent).toBe(FAIR_WEATHER[run === 'default' ? 'usual' : 'thorough'])
    })
  })
}
