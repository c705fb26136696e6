import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Where the executable of the kit keeps compiled code, too. */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')

type Options = NonNullable<TestProjectInlineConfiguration['test']>

/** What a test file needs stands in its name, as in `x.process.test.ts`. A file without such a word is a unit test. */
const KINDS: Readonly<Record<string, Options>> = {
  command: {},
  socket: {},
  process: {},
  browser: { globalSetup: 'reporting/html/unpacked-browser.fixture.ts' },
  database: { globalSetup: 'mock-server/store/postgres/shared-server.fixture.ts' },
  matrix: {},
  full: {},
}

const EXCLUDED = [...configDefaults.exclude, 'dist/**']

function project(name: string, options: Options): TestProjectInlineConfiguration {
  return { extends: true, test: { name, exclude: EXCLUDED, ...options } }
}

export default defineConfig(({ mode }) => ({
  test: {
    // A process for one file finds compiled what the one before it compiled.
    env: { NODE_COMPILE_CACHE: COMPILED, TEST_FULL: String(mode === 'full') },
    // No verdict of a test hangs on the speed of the machine: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Many tests wait for a process or for an order: more of them than cores can be under way.
    maxWorkers: 4,
    // A worker goes on to the next file with what it has loaded. Node loads the sources, as it does for a user.
    isolate: false,
    experimental: { viteModuleRunner: false },
    projects: [
      project('unit', {
        include: ['**/*.test.ts'],
        exclude: [...EXCLUDED, `**/*.{${Object.keys(KINDS).join()}}.test.ts`],
      }),
      ...Object.entries(KINDS).map(([kind, options]) =>
        project(kind, { include: [`**/*.${kind}.test.ts`], ...options }),
      ),
    ],
  },
}))
