import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** Files that start processes, or stop one, or have a database of their own: each has a process for itself, too. */
const APART = [
  'cli/commands/!(judge)/!(render*|scenarios-docs).test.ts',
  'cli/commands/judge/judge.test.ts',
  'cli/testing/*.test.ts',
  'certification/runner/trials/run-trials.test.ts',
  'mock-server/store/postgres/**/*.test.ts',
]

/**
 * Hundreds of processes, timed by what they wait for. Beside them runs only what waits for most of its time, too: the
 * cores are never all busy.
 */
const CLIENTS = [
  'cli/commands/certify/certify-clients.test.ts',
  'cli/commands/{certify/certify-listen,certify/certify-restart,discover/discover-hostile}.test.ts',
  'cli/commands/mock/mock-{ending,log,store}.test.ts',
  'mock-server/testing/behaviour/scenarios-over-socket.test.ts',
]

const EXCLUDED = [...configDefaults.exclude, 'dist/**']

/** Where the executable of the kit has it, too. */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')

export default defineConfig({
  test: {
    // A process for one file finds compiled what the one before it compiled.
    env: { NODE_COMPILE_CACHE: COMPILED },
    // No verdict of a test hangs on the speed of the machine: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Many tests wait for a process or for an order: more of them than cores can be under way.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['**/*.test.ts'],
          exclude: [...EXCLUDED, ...APART, ...CLIENTS],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART, exclude: [...EXCLUDED, ...CLIENTS] } },
      {
        extends: true,
        test: { name: 'clients', include: CLIENTS, exclude: EXCLUDED, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
