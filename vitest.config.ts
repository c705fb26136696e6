import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What each mode leaves out. `npm test` runs without one. The name of a test file says what it needs. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  unit: ['**/*.{socket,command,process,matrix,full,browser,database}.test.ts'],
  contract: [],
  full: [],
}

/** Files that take long, mostly because they wait: for a process, a page, a database, or an order that settles. */
const LONG = /\.(?:process|browser|database|command|matrix)\.test\.ts$/

/** It takes as long as the longest scenario of a client, so it begins early. */
const LONGEST = 'certify-clients.process.test.ts'

/** Spreads long files among short ones, so that the processor has work while they wait. */
class Mixed extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    const { long = [], short = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      LONG.test(moduleId) ? 'long' : 'short',
    )
    const places = [
      // The last long file begins before the short ones are done.
      ...long.map((file, index) => ({
        file,
        at: file.moduleId.endsWith(LONGEST) ? 0.05 : (0.8 * index) / long.length,
      })),
      ...short.map((file, index) => ({ file, at: index / short.length })),
    ]
    return places.toSorted((one, other) => one.at - other.at).map(({ file }) => file)
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig(({ mode }) => ({
  test: {
    include: ['**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      'dist/**',
      'examples/consumers/*/**',
      ...(LEFT_OUT[mode] ?? ['**/*.full.test.ts']),
    ],
    env: {
      TEST_FULL: String(mode === 'full'),
      // Each process of a test finds compiled what another one has compiled, as an installed kit does.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache'),
      // The tests run outside a workflow, also in CI. A test that needs one sets these.
      GITHUB_ACTIONS: '',
      GITHUB_STEP_SUMMARY: '',
    },
    globalSetup: ['reporting/html/shared-browser.fixture.ts', 'mock-server/store/shared-server.fixture.ts'],
    // No verdict depends on the speed of the machine. These limits only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Unit tests keep a core busy. The others wait a lot, so there are more workers than most machines have cores.
    maxWorkers: mode === 'unit' ? Math.min(availableParallelism(), 4) : 5,
    pool: mode === 'unit' ? 'threads' : 'forks',
    sequence: { sequencer: Mixed },
    // A worker keeps what it has loaded. Node loads the sources, as it does for a user.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
}))
