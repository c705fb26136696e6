import { describe, expect, test } from 'vitest'
import { FORMS, type FormId } from '../history/forms.ts'
import type { BrokenServer, JudgedServer, SuiteRun } from './broken-server.ts'
import { judgeServer } from './judge-server.ts'
import { expectedBlame, isFormNamed, judgeAll } from './matrix.ts'

/** Declares the tests of one run of the suite: broken servers that it must detect, and conforming ones. */
export async function testRun(
  run: SuiteRun,
  broken: readonly BrokenServer[],
  conforming: readonly JudgedServer[],
): Promise<void> {
  const judged = await judgeAll([...broken, ...conforming], run)
  const blame = new Map(judged.map(({ server, blamed }) => [server.name, blamed.join()]))

  describe(`the ${run} run`, () => {
    for (const server of broken) {
      const clause = expectedBlame(server, run)
      test(`catches by ${clause}, and by no other clause: ${server.name}`, () =>
        expect(blame.get(server.name)).toBe(clause))
    }

    test('names a condition only where a server waits for it, and nearly always there', () => {
      const named = judged.filter(({ conditions }) => conditions.length > 0)
      const forms = named.map(({ server }) => [
        server.name,
        FORMS[(server as BrokenServer).form as FormId]?.words,
      ])
      expect(named.map(({ server, conditions }) => [server.name, conditions.join()])).toEqual(forms)
      if (run === 'default')
        expect(forms.map(([name]) => name)).toEqual(broken.filter(isFormNamed).map(({ name }) => name))
    })

    for (const { name } of conforming)
      test(`blames for nothing: ${name}`, () => expect(blame.get(name)).toBe(''))

    test('leads from "(see …)" only to a clause that is broken in that very report', () => {
      const astray = judged.flatMap(({ server, pointers, blamed }) =>
        pointers
          .filter(({ to }) => !blamed.includes(to))
          .map((pointer) => ({ server: server.name, ...pointer })),
      )
      expect(astray).toEqual([])
    })

    test('finds every clause kept by the mock itself, and leaves none unobserved', async () => {
      const { report } = await judgeServer({ change: () => (request, forward) => forward(request) }, run)
      const checks = report.clauses.flatMap((clause) => clause.checks)
      expect(checks.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
    })
  })
}
