import type { Command } from 'commander'
import type { CommandContext } from '../../io.ts'
import { wholeNumber } from '../arguments.ts'
import { refusingWithoutEffect } from '../option-effects.ts'

/** What `partner-purchase clauses` takes. */
export function clausesCommand(root: Command, { io }: CommandContext): void {
  root
    .command('clauses')
    .description('list what the reference documents, and what it does not show')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./clauses.ts')).clauses(options, io))
}

/** What `partner-purchase scenarios` takes. */
export function scenariosCommand(root: Command, { io }: CommandContext): void {
  root
    .command('scenarios')
    .description('list the scenarios of the mock, in which a client is certified, with their stories')
    .option('--scenarios <file>', 'scenarios of your own, beside the built-in ones')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./scenarios.ts')).scenarios(options, io))
}

/** What `partner-purchase fixtures` takes. */
export function fixturesCommand(root: Command, { io }: CommandContext): void {
  root
    .command('fixtures')
    .description('make a catalogue; the same seed makes the same one')
    .option('--products <number>', 'how many cards', wholeNumber(1, 100_000), 30)
    .option('--seed <number>', 'any whole number', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--out <file>', 'write it there, not to standard output')
    .option('--force', 'overwrite a file that exists with other content')
    .hook('preAction', refusingWithoutEffect([{ option: '--force', needs: '--out' }]))
    .action(async (options) => (await import('./fixtures.ts')).fixtures(options, io))
}
