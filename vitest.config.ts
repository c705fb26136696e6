import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where the executable of the kit keeps compiled code, too. */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')

/** What a test file needs is in its name, as in `x.process.test.ts`. A file without such a word is a unit test. */
const files = (...kinds: readonly string[]) => `**/*.{${kinds.join()}}.test.ts`

/** What needs more than this process. */
const MORE = files('socket', 'command', 'process', 'matrix', 'full', 'browser', 'database')

/** What is not tested in a mode. `npm test` is the one without a name. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  unit: [MORE],
  contract: [],
  full: [],
}

/** These take long. Most of their time they wait: for a process, a page, a database, or an order that settles. */
const LONG = /\.(?:process|browser|database|command|matrix)\.test\.ts$/

/** A client in real scenarios takes as long as the longest of them: it begins when the workers are up, not at the end. */
const LONGEST = 'certify-clients.process.test.ts'

/** Long files among short ones, so that the processor has work while they wait. The last of them begins before the end. */
class Mixed extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    const { long = [], short = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      LONG.test(moduleId) ? 'long' : 'short',
    )
    const places = [
      ...long.map((file, index) => ({
        file,
        at: file.moduleId.endsWith(LONGEST) ? 0.05 : (0.8 * index) / long.length,
      })),
      ...short.map((file, index) => ({ file, at: index / short.length })),
    ]
    return places.toSorted((one, other) => one.at - other.at).map(({ file }) => file)
  }
}

const EXCLUDED = [...configDefaults.exclude, 'dist/**', 'examples/consumers/*/**']

export default defineConfig(({ mode }) => ({
  test: {
    // A process for one file finds compiled what the one before it compiled.
    // A test says itself that it runs in a workflow.
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      TEST_FULL: String(mode === 'full'),
      GITHUB_ACTIONS: '',
      GITHUB_STEP_SUMMARY: '',
    },
    // No verdict of a test hangs on the speed of the machine: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Many tests wait for a process or for an order: more of them than cores can be under way. A unit test waits for
    // nothing, and every worker loads the sources once more.
    maxWorkers: mode === 'unit' ? Math.min(availableParallelism(), 4) : 5,
    sequence: { sequencer: Mixed },
    // A unit test changes nothing of its process: threads of one take less time than processes.
    pool: mode === 'unit' ? 'threads' : 'forks',
    // A worker goes on to the next file with what it has loaded. Node loads the sources, as it does for a user, and
    // no hook looks for mocks of modules in them.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['**/*.test.ts'],
    exclude: [...EXCLUDED, ...(LEFT_OUT[mode] ?? ['**/*.full.test.ts'])],
    globalSetup: ['reporting/html/shared-browser.fixture.ts', 'mock-server/store/shared-server.fixture.ts'],
  },
}))
