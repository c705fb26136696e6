import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Where the executable of the kit keeps compiled code, too. */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')

const BROWSER = ['**/*.browser.test.ts']
const DATABASE = ['mock-server/postgres/{away,embedded-server,journal-archive,kill,migrate,postgres-store,replicas}.test.ts']
const MATRIX = ['contract-tests/mutants/{default,thorough}-run.test.ts', 'certification/mutants/matrix.test.ts']
const FULL = ['**/*.full.test.ts']
const PROCESS = [
  'cli/!(exit-code|github|nearest|reach|render-*|scenarios-docs).test.ts',
  'cli/certification/{interruption,run-trials}.test.ts',
  'certification/process/{run-client,exit-guard}.test.ts',
  'contract-tests/run-suite.test.ts',
  'examples/hostile-clients.test.ts',
  'fixtures/public.test.ts',
  'mock-server/{documented,durable-mock,scenarios-over-socket}.test.ts',
  'mock-server/sqlite/{kill,open-database}.test.ts',
]

const EXCLUDED = [...configDefaults.exclude, 'dist/**']

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>

function project(name: string, { exclude = [], ...rest }: TestOptions): TestProjectInlineConfiguration {
  return { extends: true, test: { name, exclude: [...EXCLUDED, ...exclude], ...rest } }
}

export default defineConfig({
  test: {
    // A process for one file finds compiled what the one before it compiled.
    env: { NODE_COMPILE_CACHE: COMPILED },
    // No verdict of a test hangs on the speed of the machine: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Many tests wait for a process or for an order: more of them than cores can be under way.
    maxWorkers: 4,
    isolate: false,
    projects: [
      project('unit', {
        include: ['**/*.test.ts'],
        exclude: [...PROCESS, ...BROWSER, ...DATABASE, ...MATRIX, ...FULL],
      }),
      project('process', { include: PROCESS }),
      project('browser', { include: BROWSER, globalSetup: 'reporting/html/unpacked-browser.fixture.ts' }),
      project('database', { include: DATABASE }),
      project('matrix', { include: MATRIX }),
      project('full', { include: FULL }),
    ],
  },
})
