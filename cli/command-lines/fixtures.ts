import type { Command } from 'commander'
import { wholeNumber } from './arguments.ts'

/** What `partner-purchase fixtures` takes. */
export function fixturesCommand(root: Command): void {
  root
    .command('fixtures')
    .description('make a catalogue; the same seed makes the same one')
    .option('--products <number>', 'how many cards', wholeNumber(1, 100_000), 30)
    .option('--seed <number>', 'any whole number', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--out <file>', 'write it there, not to standard output')
    .action(async (options) => (await import('../commands/fixtures.ts')).fixtures(options))
}
