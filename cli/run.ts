import { Command, type OutputConfiguration } from 'commander'
import { TOOL } from '../contract/report/kit.ts'
import { EXIT_CODES } from '../contract/report/verdict.ts'
import { type CommandContext, type CommandSpec, describe } from './commands/command.ts'
import type { Io } from './io.ts'
import { annotateRefusal, exitCodeOf } from './terminal/exit-code.ts'
import { complain, fold, widthOf } from './terminal/terminal.ts'

const EXITS = `
Exit codes: 0 kept · 1 broken · 2 refused (usage, profile, a guard) · 3 target unreachable · 4 incomplete · 5 an error of the kit itself · 130 interrupted

verify and discover read the key of a service from the variable SERVICE_PARTNER_API_KEY. It must be a TEST key (pk_test_…).`

type Row = readonly [description: string, load: () => Promise<CommandSpec>]

/** Each command, and where it is: only the one that is named is loaded. */
const COMMANDS: Readonly<Record<string, Row>> = {
  mock: [
    'serve the API offline, as the reference says',
    async () => (await import('./commands/mock/run.ts')).mockCommand,
  ],
  verify: [
    'run the contract suite against the mock, or against a TEST environment',
    async () => (await import('./commands/verify/run.ts')).verifyCommand,
  ],
  certify: [
    'run a client through every scenario of the mock, and judge its requests',
    async () => (await import('./commands/certify/run.ts')).certifyCommand,
  ],
  judge: [
    'judge a client by the recording that certify made, and say whether a key may be issued',
    async () => (await import('./commands/judge/run.ts')).judgeCommand,
  ],
  discover: [
    'find out at a service what the reference does not show, and write it into a profile',
    async () => (await import('./commands/discover/run.ts')).discoverCommand,
  ],
  clauses: [
    'list what the reference documents, and what it does not show',
    async () => (await import('./commands/data/run.ts')).clausesCommand,
  ],
  scenarios: [
    'list the scenarios in which a client is certified, and what happens in each',
    async () => (await import('./commands/data/run.ts')).scenariosCommand,
  ],
  openapi: [
    'write the contract as an OpenAPI document, which marks what is only assumed',
    async () => (await import('./commands/openapi/run.ts')).openApiCommand,
  ],
  fixtures: [
    'make a catalogue of cards; the same seed makes the same catalogue',
    async () => (await import('./commands/data/run.ts')).fixturesCommand,
  ],
}

/** The command line, with the options of the command that these words name. */
async function program(argv: readonly string[], context: CommandContext): Promise<Command> {
  const root = new Command('partner-purchase')
    .configureOutput(outputTo(context.io))
    .description('Tests servers and clients of the Partner Purchase API against its reference.')
    .version(TOOL.version, '-v, --version')
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', () => fold(EXITS, widthOf(context.io.stdout)))
  const named = argv.find((word) => word !== 'help' && !word.startsWith('-'))
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = root.command(name).description(description)
    if (name === named) describe(command, await load(), context)
  }
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
    const root = await program(argv, { io, exit })
    await root.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (cause) {
    return exitCodeOf(cause, (text) => {
      complain(io, text)
      annotateRefusal(text, io)
    })
  }
}
