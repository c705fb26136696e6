import { Command, type OutputConfiguration } from 'commander'
import { TOOL } from '../contract/report/kit.ts'
import { EXIT_CODES } from '../contract/report/verdict.ts'
import { certifyCommand } from './commands/certify/command.ts'
import { type AddCommand, commandOf } from './commands/command.ts'
import { clausesCommand, fixturesCommand, scenariosCommand } from './commands/data/command.ts'
import { discoverCommand } from './commands/discover/command.ts'
import { judgeCommand } from './commands/judge/command.ts'
import { mockCommand } from './commands/mock/command.ts'
import { openApiCommand } from './commands/openapi/command.ts'
import { verifyCommand } from './commands/verify/command.ts'
import type { CommandContext, Io } from './io.ts'
import { annotateRefusal, exitCodeOf } from './terminal/exit-code.ts'
import { complain, fold, widthOf } from './terminal/terminal.ts'

const EXITS = `
Exit codes: 0 kept · 1 broken · 2 refused (usage, profile, a guard) · 3 target unreachable · 4 incomplete · 5 an error of the kit itself · 130 interrupted

verify and discover read the key of a service from the variable SERVICE_PARTNER_API_KEY. It must be a TEST key (pk_test_…).`

const COMMANDS: ReadonlyMap<string, AddCommand> = new Map([
  [
    'mock',
    (root, context, name) => {
      const spec = mockCommand(context.io.env)
      commandOf(spec, async () => (await import('./commands/mock/run.ts')).mock)(root, context, name)
    },
  ],
  ['verify', commandOf(verifyCommand, async () => (await import('./commands/verify/run.ts')).verify)],
  ['certify', commandOf(certifyCommand, async () => (await import('./commands/certify/run.ts')).certify)],
  ['judge', commandOf(judgeCommand, async () => (await import('./commands/judge/run.ts')).judge)],
  ['discover', commandOf(discoverCommand, async () => (await import('./commands/discover/run.ts')).discover)],
  ['clauses', commandOf(clausesCommand, async () => (await import('./commands/data/run.ts')).clauses)],
  ['scenarios', commandOf(scenariosCommand, async () => (await import('./commands/data/run.ts')).scenarios)],
  ['openapi', commandOf(openApiCommand, async () => (await import('./commands/openapi/run.ts')).openApi)],
  ['fixtures', commandOf(fixturesCommand, async () => (await import('./commands/data/run.ts')).fixtures)],
])

/**
 * The command line. Each command loads its modules when it runs, so that none waits for another's. If `name` is a
 * command, only its options are loaded.
 */
function program(context: CommandContext, name?: string): Command {
  const root = new Command('partner-purchase')
    .configureOutput(outputTo(context.io))
    .description('Tests servers and clients of the Partner Purchase API against its reference.')
    .version(TOOL.version, '-v, --version')
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', () => fold(EXITS, widthOf(context.io.stdout)))
  const isNamed = COMMANDS.has(name ?? '')
  for (const [command, add] of COMMANDS) if (!isNamed || command === name) add(root, context, command)
  return root
}

function outputTo({ stdout, stderr }: Io): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  }
}

/** The exit code. Requests of a stopped command may still be in progress. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT_CODES.kept
  const exit = (code: number) => {
    exitCode = code
  }
  try {
    await program({ io, exit }, argv[0]).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (cause) {
    return exitCodeOf(cause, (text) => {
      complain(io, text)
      annotateRefusal(text, io)
    })
  }
}
