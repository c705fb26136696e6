import { Command } from 'commander'
import { certifyCommand } from './command-lines/certify.ts'
import { clausesCommand } from './command-lines/clauses.ts'
import { discoverCommand } from './command-lines/discover.ts'
import { fixturesCommand } from './command-lines/fixtures.ts'
import { judgeCommand } from './command-lines/judge.ts'
import { mockCommand } from './command-lines/mock.ts'
import { verifyCommand } from './command-lines/verify.ts'
import { TOOL } from './tool.ts'

const EXITS = `
Exit codes: 0 kept · 1 broken · 2 refused (usage, profile, a guard) · 3 target unreachable · 4 incomplete · 5 the kit's own fault · 130 interrupted

The key is read from the environment, SERVICE_PARTNER_API_KEY, and must be a TEST key (pk_test_…).`

/** In the order in which they are listed. */
const COMMANDS: ReadonlyMap<string, (root: Command) => void> = new Map([
  ['mock', mockCommand],
  ['verify', verifyCommand],
  ['certify', certifyCommand],
  ['judge', judgeCommand],
  ['discover', discoverCommand],
  ['clauses', clausesCommand],
  ['fixtures', fixturesCommand],
])

/**
 * The command line. Each command loads what it needs when it is run, so that none waits for another's parts; nor does
 * one that is called by its name wait for what the others take.
 *
 * @param name the first argument, which may name a command.
 */
export function program(name?: string): Command {
  const root = new Command('partner-purchase')
    .description('Holds the Partner Purchase API to its word.')
    .version(TOOL.version)
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', EXITS)
  const named = COMMANDS.get(name ?? '')
  for (const describe of named === undefined ? COMMANDS.values() : [named]) describe(root)
  return root
}
