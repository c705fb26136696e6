import { Command, type OutputConfiguration } from 'commander'
import { TOOL } from '../contract/report/kit.ts'
import { EXIT_CODES } from '../contract/report/verdict.ts'
import { certifyCommand } from './commands/certify/command.ts'
import { clausesCommand, fixturesCommand, scenariosCommand } from './commands/data/command.ts'
import { discoverCommand } from './commands/discover/command.ts'
import { initCommand } from './commands/init/command.ts'
import { judgeCommand } from './commands/judge/command.ts'
import { mockCommand } from './commands/mock/command.ts'
import { arazzoCommand, openApiCommand } from './commands/openapi/command.ts'
import { proxyCommand } from './commands/proxy/command.ts'
import { tutorialCommand } from './commands/tutorial/command.ts'
import { verifyCommand } from './commands/verify/command.ts'
import type { CommandContext, Io } from './io.ts'
import { exitCodeOf } from './terminal/exit-code.ts'
import { fold, widthOf } from './terminal/terminal.ts'
import { annotateRefusal } from './terminal/workflow-commands.ts'

const EXITS = `
Exit codes: 0 kept · 1 broken · 2 refused (usage, profile, a guard) · 3 target unreachable · 4 incomplete · 5 an error of the kit itself · 130 interrupted

verify and discover read the key of a service from the variable SERVICE_PARTNER_API_KEY. It must be a TEST key (pk_test_…).`

/** In the order in which they are listed. */
const COMMANDS: ReadonlyMap<string, (root: Command, context: CommandContext) => void> = new Map([
  ['tutorial', tutorialCommand],
  ['init', initCommand],
  ['mock', mockCommand],
  ['verify', verifyCommand],
  ['certify', certifyCommand],
  ['judge', judgeCommand],
  ['proxy', proxyCommand],
  ['discover', discoverCommand],
  ['clauses', clausesCommand],
  ['scenarios', scenariosCommand],
  ['openapi', openApiCommand],
  ['arazzo', arazzoCommand],
  ['fixtures', fixturesCommand],
])

/**
 * The command line. Each command loads its modules when it runs, so that none waits for another's. If `name` is a
 * command, only its options are loaded.
 *
 * @param name the first argument, which may name a command.
 */
async function program(context: CommandContext, name?: string): Promise<Command> {
  const root = new Command('partner-purchase')
    .configureOutput(outputTo(context.io))
    .description('Tests servers and clients of the Partner Purchase API against its reference.')
    .version(TOOL.version, '-v, --version')
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', () => fold(EXITS, widthOf(context.io.stdout)))
  const named = COMMANDS.get(name ?? '')
  for (const describe of named === undefined ? COMMANDS.values() : [named]) describe(root, context)
  addExamples(root.commands)
  if (named === undefined) await addCompletion(root)
  return root
}

/** `partner-purchase completion SHELL`, and what its script asks for while somebody types. */
async function addCompletion(root: Command): Promise<void> {
  const { default: complete } = await import('@bomb.sh/tab/commander')
  complete(root, { completionCommandName: 'completion' })
  const describe = (name: string, text: string) =>
    root.commands.find((command) => command.name() === name)?.description(text)
  describe('completion', 'print the script that completes commands and options in your shell')
}

function outputTo({ stdout, stderr }: Io): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  }
}

/**
 * Runs a command line to its end.
 *
 * @param argv the arguments after the program's name.
 * @returns the exit code. Requests of a stopped command may still be in progress.
 *
 * @example
 * await run(['verify', '--report', 'report'], io) // 0
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT_CODES.kept
  const exit = (code: number) => {
    exitCode = code
  }
  try {
    await (await program({ io, exit }, argv[0])).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (cause) {
    return exitCodeOf(cause, (text) => {
      io.stderr.write(`${fold(text, widthOf(io.stderr))}\n`)
      annotateRefusal(text, io)
    })
  }
}

/** One call of each command, as most users begin: the last lines of its help. */
const EXAMPLES: Readonly<Record<string, string>> = {
  tutorial: 'tutorial --language python',
  init: 'init --client python',
  mock: 'mock --open',
  verify: 'verify --base-url https://api.example.com --dry-run',
  certify: 'certify --report report -- node client.mjs',
  judge: 'judge report/journal.jsonl --report again',
  proxy: 'proxy --to https://api.example.com --store sqlite:proxy.sqlite',
  discover: 'discover --openapi api.yaml --report report',
  clauses: 'clauses --json',
  scenarios: 'scenarios --scenarios scenarios.json',
  openapi: 'openapi --out openapi.yaml',
  arazzo: 'arazzo --out arazzo.yaml --openapi ./openapi.yaml',
  fixtures: 'fixtures --products 5000 --seed 7 --out cards.json',
}

/** Adds to the help of each command how it is called. */
function addExamples(commands: readonly Command[]): void {
  for (const command of commands) {
    const example = EXAMPLES[command.name()]
    if (example !== undefined)
      command.addHelpText('after', `\nExample:\n  npx partner-purchase-kit ${example}`)
  }
}
