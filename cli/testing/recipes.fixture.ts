import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { certify } from '../../certification/public.ts'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { ROOT } from './built-package.fixture.ts'

const RECIPES = join(ROOT, 'docs', 'recipes')

/** The file of a recipe. */
export const recipe = (name: string): string => join(RECIPES, name)

/** A client is also killed in the middle of its purchase; each of the others takes a few seconds. */
const SCENARIOS = sampleOf(
  ['TWO-LOST', 'AT-ONCE', 'CUT', 'RATE-LIMITED', 'POLL-CUT', 'TOO-DEAR', 'RESTART-UNANSWERED'],
  3,
)

/** What certify finds of a recipe in a few scenarios, with its store in a folder. */
export async function certified(command: readonly [string, ...string[]], folder: string) {
  const { report } = await certify({
    command,
    restart: true,
    only: SCENARIOS.map((name) => `SCENARIO-${name}`),
    env: { ...process.env, ORDER_STORE: join(folder, 'orders') },
    cwd: folder,
  })
  const scenarios = (report.scenarios ?? []).map(({ sku, outcome }) => `${sku}: ${outcome}`).toSorted()
  return { scenarios, broken: report.clauses.filter(({ verdict }) => verdict === 'broken') }
}

/** Where a recipe makes no mistake. */
export const KEPT = { scenarios: SCENARIOS.map((name) => `SCENARIO-${name}: kept`).toSorted(), broken: [] }

/** Whether a program is on this machine. */
export function isInstalled(program: string, version = '--version'): boolean {
  try {
    execFileSync(program, [version], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
