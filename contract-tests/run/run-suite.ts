import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter } from 'vitest/node'
import type { Shapes } from '../drift/observe.ts'
import type { CheckResult } from '../report/result.ts'
import { hear } from './announcements.ts'
import type { Target } from './target.ts'

/** What a run of the suite came to: the results it has, and what went wrong with the runner itself. */
export type SuiteRun = {
  readonly results: readonly CheckResult[]
  readonly faults: readonly string[]
  readonly purchasesSent: number
  /** The shape of every answer of the run; none where it did not come to its end. */
  readonly shapes: Shapes
}

/** Whoever started a run, and is told of it while it goes on. */
export type Listener = {
  readonly onResult?: (result: CheckResult, purchasesSent: number) => void
  /** Is told, in a few words, what the run is waiting for. */
  readonly onWaiting?: (text: string) => void
}

const here = fileURLToPath(new URL('.', import.meta.url))
/** Beside this file, with this file's own ending: `.ts` in the source, `.js` in the package. */
const SUITE = `suite.contract${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`
const SIDE_BY_SIDE = 200

/**
 * Runs the suite against a target, by Vitest's programmatic API, whatever configuration the caller's folder has.
 *
 * @example
 * const { results } = await runSuite(target, { onResult: ({ verdict }) => console.log(verdict) })
 */
export async function runSuite(target: Target, listener: Listener = {}): Promise<SuiteRun> {
  const results: CheckResult[] = []
  const faults: string[] = []
  let purchasesSent = 0
  let shapes: Shapes = []
  const reporter: Reporter = {
    onTestCaseResult(testCase) {
      const { partnerPurchase: result, purchasesSent: sent = 0, shapes: seen } = testCase.meta()
      shapes = seen ?? shapes
      if (result === undefined) return
      results.push(result)
      if (result.fault !== null) faults.push(result.fault)
      purchasesSent = Math.max(purchasesSent, sent)
      listener.onResult?.(result, purchasesSent)
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
    // Announcements cross threads, not processes.
    pool: 'threads' as const,
    maxConcurrency: SIDE_BY_SIDE,
    // Node runs the suite as it is: nothing of it is to be transformed, or mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: compileCache(),
    fsModuleCache: false,
    cache: false,
    passWithNoTests: false,
    provide: { target },
  }
  const waiting = hear(target.runId, listener.onWaiting ?? (() => {}))
  // Vitest sets the exit code of the process for a failed test; here the verdict decides.
  const { exitCode } = process
  const vitest = await startVitest([], options, viteOverrides)
  await vitest.close()
  waiting.close()
  process.exitCode = exitCode
  if (results.length === 0 && faults.length === 0) faults.push('The suite ran no check.')
  return { results, faults, purchasesSent, shapes }
}

/** A worker does not inherit where Node keeps what it compiled. Node names the folder of its own version in there. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
