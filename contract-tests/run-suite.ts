import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter } from 'vitest/node'
import type { CheckResult } from './result.ts'
import type { Target } from './target.ts'

/** What a run of the suite came to: the results it has, and what went wrong with the runner itself. */
export type SuiteRun = { readonly results: readonly CheckResult[]; readonly faults: readonly string[] }

const here = fileURLToPath(new URL('.', import.meta.url))
/** Beside this file, with this file's own ending: `.ts` in the source, `.js` in the package. */
const SUITE = `suite.contract${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`
const SIDE_BY_SIDE = 200

/**
 * Runs the suite against a target, by Vitest's programmatic API, whatever configuration the caller's folder has.
 *
 * @param onResult is handed each result as it comes.
 *
 * @example
 * const { results } = await runSuite(target, ({ verdict }) => console.log(verdict))
 */
export async function runSuite(
  target: Target,
  onResult: (result: CheckResult) => void = () => {},
): Promise<SuiteRun> {
  const results: CheckResult[] = []
  const faults: string[] = []
  const reporter: Reporter = {
    onTestCaseResult(testCase) {
      const result = testCase.meta().partnerPurchase
      if (result === undefined) return
      results.push(result)
      if (result.fault !== null) faults.push(result.fault)
      onResult(result)
    },
    onTestRunEnd(modules, unhandled) {
      const errors = [...unhandled, ...modules.flatMap((module) => module.errors())]
      faults.push(...errors.map((error) => error.stack ?? error.message))
    },
  }
  const { startVitest } = await import('vitest/node')
  // `configFile` is of Vite's inline configuration, which a literal in place would not be allowed to hold.
  const viteOverrides = { configFile: false, cacheDir: join(tmpdir(), 'partner-purchase-kit') }
  const options = {
    root: here,
    config: false as const,
    watch: false,
    include: [SUITE],
    exclude: [],
    reporters: [reporter],
    maxConcurrency: SIDE_BY_SIDE,
    fsModuleCache: false,
    cache: false,
    passWithNoTests: false,
    provide: { target },
  }
  const vitest = await startVitest([], options, viteOverrides)
  await vitest.close()
  if (results.length === 0 && faults.length === 0) faults.push('The suite ran no check.')
  return { results, faults }
}
